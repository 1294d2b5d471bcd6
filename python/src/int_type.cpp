#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "bind.hpp"
#include "errors.hpp"
#include "operands.hpp"
#include "places.hpp"
#include "slots.hpp"
#include "text.hpp"
#include "views.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

/// What int(value) means, for every type of value; of gmpy2, __mpz__ and every numbers.Rational.
gpu_bigint from_object(nb::handle value) {
  PyObject* const object = value.ptr();
  if (Py_TYPE(object) == int_type) return number_in(object);
  if (is_text(value)) return parse(value, 10);
  if (PyIndex_Check(object) == 0 && PyFloat_Check(object) == 0) {
    if (nb::hasattr(value.type(), "__mpz__")) return from_index(value.attr("__mpz__")());
    if (nb::isinstance(value, nb::module_::import_("numbers").attr("Rational")))
      return div_rem(from_index(value.attr("numerator")), from_index(value.attr("denominator"))).quotient;
  }
  const nb::object whole = nb::steal(PyNumber_Long(object));
  if (!whole.is_valid()) throw nb::python_error();
  return from_python(whole.ptr());
}

/// Int(value=0, /) and Int(text, /, base).
nb::object made_from(PyTypeObject* type, PyObject* arguments, PyObject* named) {
  PyObject *value = nullptr, *base = nullptr;
  static const char* const names[] = {"", "base", nullptr};
  const int parsed = named == nullptr ? PyArg_UnpackTuple(arguments, "Int", 0, 2, &value, &base)
                                      : PyArg_ParseTupleAndKeywords(arguments, named, "|OO:Int",
                                                                    const_cast<char**>(names), &value, &base);
  if (parsed == 0) throw nb::python_error();
  if (base == nullptr) return make_int(value != nullptr ? from_object(value) : gpu_bigint(0), type);
  if (value == nullptr) raise(PyExc_TypeError, "Int() missing string argument");
  if (!is_text(value)) raise(PyExc_TypeError, "Int() can't convert non-string with explicit base");
  const gpu_bigint chosen = from_index(base);
  if (!chosen.fits<int>()) raise(PyExc_ValueError, "Int() base must be >= 2 and <= 62, or 0");
  return make_int(parse(value, static_cast<int>(chosen)), type);
}

std::endian order_of(const std::string& byteorder) {
  if (byteorder == "little") return std::endian::little;
  if (byteorder != "big") raise(PyExc_ValueError, "byteorder must be either 'little' or 'big'");
  return std::endian::big;
}

nb::bytes to_python_bytes(const std::vector<std::byte>& bytes) {
  return nb::bytes(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

nb::bytes bytes_of(const gpu_bigint& value, const integer& length, const std::string& byteorder,
                   bool is_signed) {
  const std::endian order = order_of(byteorder);
  const auto size = static_cast<std::size_t>(to_count(length.value, "length argument"));
  if (value < 0 && !is_signed) raise(PyExc_OverflowError, "can't convert negative int to unsigned");
  if (value == 0) return to_python_bytes(std::vector<std::byte>(size));
  try {
    return to_python_bytes(unlocked_if(is_long(value), [&] {
      return to_bytes(value, size, order, is_signed ? byte_format::twos_complement : byte_format::magnitude);
    }));
  } catch (const std::out_of_range&) {
  }
  raise(PyExc_OverflowError, "int too big to convert");
}

/// Runs a reader, which may find a number above the limits of the input.
template <class Read>
gpu_bigint limited(Read&& read) {
  try {
    return read();
  } catch (const std::length_error& error) {
    raise(PyExc_ValueError, error.what());
  }
  return {};
}

nb::object from_python_bytes(nb::handle type, nb::handle source, const std::string& byteorder,
                             bool is_signed) {
  const std::endian order = order_of(byteorder);
  const nb::object bytes = nb::steal(PyObject_Bytes(source.ptr()));
  char* data = nullptr;
  Py_ssize_t size = 0;
  if (!bytes.is_valid() || PyBytes_AsStringAndSize(bytes.ptr(), &data, &size) < 0) throw nb::python_error();
  const std::span view(reinterpret_cast<const std::byte*>(data), static_cast<std::size_t>(size));
  const nb::object made = make_int(limited([&] {
    return from_bytes(view, order, is_signed ? byte_format::twos_complement : byte_format::magnitude,
                      input_limits());
  }));
  return type.is(reinterpret_cast<PyObject*>(int_type)) ? made : type(made);
}

nb::object formatted(nb::handle self, nb::handle specification) {
  return nb::module_::import_("gpu_bigint._format").attr("format_integer")(self, specification);
}

nb::object rounded(nb::handle self, nb::handle places) {
  const gpu_bigint& value = number_in(self.ptr());
  if (places.is_none()) return make_int(value);
  const gpu_bigint wanted = from_index(places);
  if (wanted >= 0) return make_int(value);
  const gpu_bigint down = -wanted;
  return make_int(down.fits<std::int64_t>() ? round_to(value, static_cast<std::uint64_t>(down))
                                            : gpu_bigint(0));
}

/// A copy of the object without its C++ part: the class, the bytes and the attributes of a subclass.
nb::object reduced(nb::handle self) {
  const gpu_bigint& value = number_in(self.ptr());
  const nb::object restore = nb::module_::import_("gpu_bigint._copies").attr("restore");
  const nb::object arguments = nb::make_tuple(self.type(), to_python_bytes(serialize(value)));
  const nb::object attributes = nb::getattr(self, "__dict__", nb::none());
  return attributes.is_none() ? nb::object(nb::make_tuple(restore, arguments))
                              : nb::object(nb::make_tuple(restore, arguments, attributes));
}

gpu_bigint deserialized(const nb::bytes& data) {
  const std::span view(reinterpret_cast<const std::byte*>(data.data()), data.size());
  return limited([&] { return deserialize(view, input_limits()); });
}

void bind_int_interface(const int_class& type) {
  const auto self = [](nb::handle object) { return nb::borrow(object); };
  type.def("bit_length", &gpu_bigint::bit_length, "Bits of the magnitude.")
      .def(
          "bit_count", [](const gpu_bigint& a) { return popcount(abs(a)); }, "Ones in the magnitude.")
      .def("to_bytes", bytes_of, "length"_a = 1, "byteorder"_a = "big", nb::kw_only(), "signed"_a = false,
           "As int.to_bytes.")
      .def_class("from_bytes", from_python_bytes, "cls"_a, "bytes"_a, "byteorder"_a = "big", nb::kw_only(),
                 "signed"_a = false,
                 nb::sig("def from_bytes(cls, bytes: typing.Iterable[typing.SupportsIndex] | "
                         "typing.SupportsBytes, byteorder: str = 'big', *, signed: bool = "
                         "False) -> typing.Self"),
                 "As int.from_bytes.")
      .def(
          "as_integer_ratio", [](const gpu_bigint& a) { return ints(a, a.in_same_context(1)); },
          nb::sig("def as_integer_ratio(self) -> tuple[Int, Int]"), "The number and 1.")
      .def(
          "is_integer", [](const gpu_bigint&) { return true; }, "True.")
      .def("conjugate", self, nb::sig("def conjugate(self) -> Int"), "The number itself.")
      .def_prop_ro("real", self, nb::sig("def real(self) -> Int"), "The number itself.")
      .def_prop_ro("numerator", self, nb::sig("def numerator(self) -> Int"), "The number itself.")
      .def_prop_ro(
          "imag", [](const gpu_bigint& a) { return a.in_same_context(0); }, "0")
      .def_prop_ro(
          "denominator", [](const gpu_bigint& a) { return a.in_same_context(1); }, "1")
      .def("__trunc__", self, nb::sig("def __trunc__(self) -> Int"))
      .def("__floor__", self, nb::sig("def __floor__(self) -> Int"))
      .def("__ceil__", self, nb::sig("def __ceil__(self) -> Int"))
      .def("__copy__", self, nb::sig("def __copy__(self) -> Int"))
      .def(
          "__deepcopy__", [](nb::handle object, nb::handle) { return nb::borrow(object); }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: object) -> Int"))
      .def("__round__", rounded, "ndigits"_a = nb::none(),
           nb::sig("def __round__(self, ndigits: typing.SupportsIndex | None = None) -> Int"))
      .def("__format__", formatted, "format_spec"_a, nb::sig("def __format__(self, format_spec: str) -> str"))
      .def("__sizeof__",
           [](const gpu_bigint& a) { return sizeof(PyObject) + 16 + sizeof a + 8 * a.limb_bound(); })
      .def("__reduce__", reduced, nb::sig("def __reduce__(self) -> tuple[object, ...]"));
}

/// Methods that gmpy2's mpz has and int does not.
void bind_gmpy2_methods(const int_class& type) {
  const auto bind_bit = [&](const char* name, auto* function, const char* text) {
    type.def(
        name, [function](const gpu_bigint& a, const integer& n) { return function(a, bit_index(n)); }, "n"_a,
        text);
  };
  bind_bit("bit_test", test_bit, "Whether bit n is set.");
  bind_bit("bit_set", set_bit, "The number with bit n set.");
  bind_bit("bit_clear", clear_bit, "The number with bit n cleared.");
  bind_bit("bit_flip", flip_bit, "The number with bit n inverted.");
  const auto bind_scan = [&](const std::string& name, auto* scan, const char* text) {
    const std::string signature = "def " + name + "(self, n: typing.SupportsIndex = 0) -> int | None";
    type.def(
        name.c_str(),
        [scan](const gpu_bigint& a, const integer& n) { return found_or_none(scan(a, bit_index(n))); },
        "n"_a = 0, nb::sig(signature.c_str()), text);
  };
  bind_scan("bit_scan0", scan0, "Index of the first 0 at or above bit n.");
  bind_scan("bit_scan1", scan1, "Index of the first 1 at or above bit n.");
  type.def(
          "digits", [](const gpu_bigint& a, int base) { return digits(a, base); }, "base"_a = 10,
          nb::sig("def digits(self, base: int = 10) -> str"), "The digits in a base from 2 to 62.")
      .def(
          "num_digits", [](const gpu_bigint& a, int base) { return count_digits(a, base); }, "base"_a = 10,
          "How many digits the magnitude has in a base from 2 to 62.")
      .def("is_even", [](const gpu_bigint& a) { return !test_bit(a, 0); })
      .def("is_odd", [](const gpu_bigint& a) { return test_bit(a, 0); })
      .def(
          "is_square", [](const gpu_bigint& a) { return is_perfect_square(a); },
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_power", [](const gpu_bigint& a) { return is_perfect_power(a); },
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_prime", [](const gpu_bigint& a, int n) { return a > 1 && is_probable_prime(a, n); }, "n"_a = 25,
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_probab_prime", [](const gpu_bigint& a, int n) { return primality(a, n); }, "n"_a = 25,
          nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_divisible",
          [](const gpu_bigint& a, integer d) {
            d.value = joined(d, a);
            return is_divisible(a, d.value);
          },
          "d"_a, nb::call_guard<nb::gil_scoped_release>())
      .def(
          "is_congruent",
          [](const gpu_bigint& a, integer y, integer m) {
            y.value = joined(y, a);
            m.value = joined(m, a);
            return is_divisible(a - y.value, m.value);
          },
          "y"_a, "m"_a, nb::call_guard<nb::gil_scoped_release>());
}

}  // namespace

int primality(const gpu_bigint& n, int rounds) {
  if (n <= 1 || !is_probable_prime(n, rounds)) return 0;
  return n.bit_length() <= 64 ? 2 : 1;
}

gpu_bigint joined(const integer& value, const gpu_bigint& guide) {
  return value.is_own && several_contexts.load(std::memory_order_relaxed) ? value.value.to(guide.context())
                                                                          : value.value;
}

const char int_doc[] =
    "An integer of any size with the behaviour of int. Short numbers are computed by the calling thread,\n"
    "long ones on their device.\n\n"
    "Int(value=0) takes what int takes. Int(text, base) reads bases 0 and 2 to 62.";

PyObject* new_int(PyTypeObject* type, PyObject* arguments, PyObject* named) {
  return guarded([&] { return made_from(type, arguments, named).release().ptr(); },
                 static_cast<PyObject*>(nullptr));
}

void bind_int(nb::module_& module) {
  static const std::string name = nb::cast<std::string>(module.attr("__name__")) + ".Int";
  PyType_Spec specification{name.c_str(), sizeof(int_object), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE,
                            int_slots};
  const int_class type(nb::steal(PyType_FromSpec(&specification)));
  int_type = reinterpret_cast<PyTypeObject*>(type.ptr());
  module.attr("Int") = type;
  bind_int_interface(type);
  bind_gmpy2_methods(type);
  type.def_prop_ro(
          "device", [](const gpu_bigint& a) { return place_name(a.context()); },
          "Where the number lives, as device() names it.")
      .def(
          "to", [](const gpu_bigint& a, const std::string& device) { return a.to(context_at(device)); },
          "device"_a, nb::call_guard<nb::gil_scoped_release>(), "The same value on another device.")
      .def_prop_ro("limb_bound", &gpu_bigint::limb_bound,
                   "An upper bound of the magnitude's 64-bit limbs, known without asking the device.");
  bind_limbs(module, type);
  module.def("_deserialize", deserialized, "data"_a);
}

}  // namespace gbi::python
