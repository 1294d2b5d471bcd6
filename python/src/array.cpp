/// IntArray, Mask and OddModuli: batches of integers of one width.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "batch_values.hpp"
#include "bind.hpp"
#include "operands.hpp"
#include "places.hpp"
#include "views.hpp"

namespace gbi::python {

using namespace nanobind::literals;

namespace {

using array_class = nb::class_<bigint_batch>;
using limb_table = nb::ndarray<nb::numpy, std::uint64_t, nb::ndim<2>>;

/// The other operand of an operator: an array, or one number for all elements.
bigint_batch operand(nb::handle other, const bigint_batch& array) {
  if (nb::isinstance<bigint_batch>(other)) return nb::cast<bigint_batch>(other);
  const gpu_bigint value = from_index(other).to(array.context());
  return unlocked([&] { return filled_like(array, value); });
}

bool is_operand(nb::handle other) {
  return nb::isinstance<bigint_batch>(other) || is_int(other.ptr()) || PyLong_Check(other.ptr()) ||
         (PyIndex_Check(other.ptr()) && !nb::hasattr(other, "__len__"));
}

nb::object not_implemented() {
  return nb::borrow(Py_NotImplemented);
}

template <class Result>
nb::object as_object(Result result) {
  return nb::cast(std::move(result));
}
nb::object as_object(batch_quotient result) {
  return nb::make_tuple(std::move(result.quotient), std::move(result.remainder));
}

/// Binds a method of an array and another operand. \param result the type that it returns
template <class Operation>
void bind_binary(array_class& type, const std::string& method, const char* result, Operation operation) {
  const std::string signature =
      "def " + method + "(self, other: IntArray | typing.SupportsIndex, /) -> " + result;
  type.def(
      method.c_str(),
      [operation](const bigint_batch& self, nb::handle other) {
        if (!is_operand(other)) return not_implemented();
        const bigint_batch partner = operand(other, self);
        return as_object(unlocked([&] { return operation(self, partner); }));
      },
      "other"_a.none(), nb::sig(signature.c_str()));
}

/// Binds an operator and its reflection, for which a number on the left gets the width of the array.
template <class Operation>
void bind_operator(array_class& type, const std::string& name, Operation operation) {
  bind_binary(type, "__" + name + "__", "IntArray", operation);
  bind_binary(type, "__r" + name + "__", "IntArray",
              [operation](const bigint_batch& right, const bigint_batch& left) {
                return operation(left.resized(right.bits()), right);
              });
}

/// Binds a division and its reflection, for which a number on the left keeps its length.
template <class Operation>
void bind_division(array_class& type, const std::string& name, const char* result, Operation operation) {
  bind_binary(type, "__" + name + "__", result, operation);
  bind_binary(type, "__r" + name + "__", result,
              [operation](const bigint_batch& right, const bigint_batch& left) {
                return operation(left.resized(std::max(left.bits(), right.bits())), right);
              });
}

template <class Operation>
void bind_comparison(array_class& type, const std::string& name, Operation operation) {
  bind_binary(type, "__" + name + "__", "Mask", operation);
}

std::int64_t shift_count(const integer& count) {
  return static_cast<std::int64_t>(to_count(count.value, "shift count"));
}

odd_moduli moduli_of(nb::handle modulus, const bigint_batch& array) {
  if (nb::isinstance<odd_moduli>(modulus)) return nb::cast<odd_moduli>(modulus);
  if (nb::isinstance<bigint_batch>(modulus)) {
    const auto moduli = nb::cast<bigint_batch>(modulus);
    return unlocked([&] { return odd_moduli(moduli); });
  }
  const gpu_bigint value = from_index(modulus).to(array.context());
  return unlocked([&] { return odd_moduli(value); });
}

bigint_batch powers(const bigint_batch& base, nb::handle exponent, nb::handle modulus) {
  const odd_moduli n = moduli_of(modulus, base);
  // A base wider than the moduli is not reduced by the library.
  const bigint_batch fitting =
      base.bits() > n.bits() && !nb::isinstance<odd_moduli>(modulus)
          ? unlocked([&, m = operand(modulus, base)] { return div_rem(base, m).remainder.resized(n.bits()); })
          : base;
  if (nb::isinstance<bigint_batch>(exponent)) {
    const auto exponents = nb::cast<bigint_batch>(exponent);
    return unlocked([&] { return pow_mod(fitting, exponents, n); });
  }
  const gpu_bigint common = from_index(exponent).to(base.context());
  return unlocked([&] { return pow_mod(fitting, common, n); });
}

/// The places that a slice or a Mask chooses; nothing for any other index.
std::optional<std::vector<std::size_t>> chosen_places(nb::handle index, std::size_t size) {
  std::vector<std::size_t> places;
  if (PySlice_Check(index.ptr())) {
    Py_ssize_t start = 0, stop = 0, step = 0;
    if (PySlice_Unpack(index.ptr(), &start, &stop, &step) < 0) throw nb::python_error();
    const Py_ssize_t count = PySlice_AdjustIndices(static_cast<Py_ssize_t>(size), &start, &stop, step);
    for (Py_ssize_t i = 0; i < count; ++i) places.push_back(static_cast<std::size_t>(start + i * step));
  } else if (nb::isinstance<batch_mask>(index)) {
    const std::vector<bool> wanted = unlocked([&] { return nb::cast<const batch_mask&>(index).to_vector(); });
    if (wanted.size() != size)
      raise(PyExc_IndexError, ("a Mask of " + std::to_string(wanted.size()) +
                               " elements for an IntArray of " + std::to_string(size))
                                  .c_str());
    for (std::size_t i = 0; i < size; ++i)
      if (wanted[i]) places.push_back(i);
  } else {
    return {};
  }
  return places;
}

nb::object at(const bigint_batch& array, nb::handle index) {
  if (const auto chosen = chosen_places(index, array.size()))
    return nb::cast(unlocked([&] { return taken(array, *chosen); }));
  return make_int(array[place_of(index, array.size())]);
}

nb::list to_list(const bigint_batch& array) {
  const std::vector<std::uint64_t> limbs = unlocked([&] { return array.to_limbs(); });
  return to_python_list(limbs, array.size());
}

nb::list to_list(const batch_mask& mask) {
  nb::list result;
  for (const bool value : unlocked([&] { return mask.to_vector(); })) result.append(nb::bool_(value));
  return result;
}

/// A table that owns its limbs.
limb_table table_of(std::vector<std::uint64_t> limbs, std::size_t rows) {
  auto kept = std::make_unique<std::vector<std::uint64_t>>(std::move(limbs));
  const std::size_t columns = rows == 0 ? 0 : kept->size() / rows;
  std::uint64_t* const data = kept->data();
  const nb::capsule owner(kept.get(),
                          [](void* p) noexcept { delete static_cast<std::vector<std::uint64_t>*>(p); });
  static_cast<void>(kept.release());
  return limb_table(data, {rows, columns}, owner);
}

void bind_making(array_class& type) {
  type.def(
          "__init__",
          [](bigint_batch* made, nb::handle values, std::optional<std::size_t> bits) {
            new (made) bigint_batch(batch_of(values, bits));
          },
          "values"_a, "bits"_a = nb::none(),
          nb::sig("def __init__(self, values: IntArray | typing.Iterable[typing.SupportsIndex], bits: int | "
                  "None = None) -> None"),
          "From numbers, or from an array of integers with one dimension. The width is by default the "
          "smallest multiple of 64 that holds all of them.")
      .def_static(
          "from_limbs", batch_of_table, "limbs"_a, "bits"_a = nb::none(),
          nb::sig("def from_limbs(limbs: object, bits: int | None = None) -> IntArray"),
          "From a table with a row of 64-bit limbs for each number, least significant first: an array on the "
          "host, or on the current GPU with __cuda_array_interface__.")
      .def_static(
          "filled",
          [](std::size_t size, const integer& value, std::size_t bits) {
            return unlocked([&] { return bigint_batch::filled(size, value.value, bits); });
          },
          "size"_a, "value"_a, "bits"_a, "One number for all elements.");
}

void bind_reading(array_class& type) {
  type.def("__len__", &bigint_batch::size)
      .def_prop_ro("bits", &bigint_batch::bits, "The width of every element.")
      .def_prop_ro("device", [](const bigint_batch& a) { return place_name(a.context()); })
      .def("__getitem__", at, "index"_a,
           nb::sig("@typing.overload\ndef __getitem__(self, index: typing.SupportsIndex, /) -> Int: ...\n"
                   "@typing.overload\ndef __getitem__(self, index: slice | Mask, /) -> IntArray"))
      .def(
          "tolist", [](const bigint_batch& a) { return to_list(a); },
          nb::sig("def tolist(self) -> list[int]"), "The elements as int.")
      .def(
          "to_limbs",
          [](const bigint_batch& a) { return table_of(unlocked([&] { return a.to_limbs(); }), a.size()); },
          "A numpy array with a row of 64-bit limbs for each element, least significant first.")
      .def("undefined", &bigint_batch::undefined, nb::call_guard<nb::gil_scoped_release>(),
           "Indices of the elements for which the operation has no result. They are 0.")
      .def(
          "resized",
          [](const bigint_batch& a, std::size_t bits) { return unlocked([&] { return a.resized(bits); }); },
          "bits"_a, "The same elements with another width. Higher bits are cut off.")
      .def(
          "take",
          [](const bigint_batch& a, nb::handle indices) {
            const std::vector<std::size_t> chosen = places_of(indices, a.size());
            return unlocked([&] { return taken(a, chosen); });
          },
          "indices"_a, nb::sig("def take(self, indices: typing.Iterable[typing.SupportsIndex]) -> IntArray"),
          "The elements at these indices.")
      .def(
          "to",
          [](const bigint_batch& a, const std::string& device) { return copied_to(a, context_at(device)); },
          "device"_a, nb::call_guard<nb::gil_scoped_release>(), "The same elements on another device.")
      .def(
          "__copy__", [](nb::handle self) { return nb::borrow(self); },
          nb::sig("def __copy__(self) -> IntArray"))
      .def(
          "__deepcopy__", [](nb::handle self, nb::handle) { return nb::borrow(self); }, "memo"_a,
          nb::sig("def __deepcopy__(self, memo: object) -> IntArray"))
      .def(
          "__reduce__",
          [](nb::handle self) {
            const auto& array = nb::cast<const bigint_batch&>(self);
            return nb::make_tuple(self.type(), nb::make_tuple(to_list(array), array.bits()));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def("__repr__", [](const bigint_batch& a) {
        return "IntArray of " + std::to_string(a.size()) + " x " + std::to_string(a.bits()) + " bits on " +
               place_name(a.context());
      });
  type.attr("__hash__") = nb::none();
}

void bind_arithmetic(array_class& type) {
  bind_operator(type, "add", std::plus<>());
  bind_operator(type, "sub", std::minus<>());
  bind_operator(type, "mul", std::multiplies<>());
  bind_operator(type, "and", std::bit_and<>());
  bind_operator(type, "or", std::bit_or<>());
  bind_operator(type, "xor", std::bit_xor<>());
  bind_division(type, "floordiv", "IntArray",
                [](const bigint_batch& a, const bigint_batch& b) { return div_rem(a, b).quotient; });
  bind_division(type, "mod", "IntArray",
                [](const bigint_batch& a, const bigint_batch& b) { return div_rem(a, b).remainder; });
  bind_division(type, "divmod", "tuple[IntArray, IntArray]",
                [](const bigint_batch& a, const bigint_batch& b) { return div_rem(a, b); });
  bind_comparison(type, "eq", std::equal_to<>());
  bind_comparison(type, "ne", std::not_equal_to<>());
  bind_comparison(type, "lt", std::less<>());
  bind_comparison(type, "le", std::less_equal<>());
  bind_comparison(type, "gt", std::greater<>());
  bind_comparison(type, "ge", std::greater_equal<>());
  const auto bind_shift = [&](const char* name, auto shift) {
    type.def(
        name,
        [shift](const bigint_batch& a, const integer& count) {
          const std::int64_t bits = shift_count(count);
          return unlocked([&] { return shift(a, bits); });
        },
        nb::is_operator());
  };
  bind_shift("__lshift__", [](const bigint_batch& a, std::int64_t bits) { return a << bits; });
  bind_shift("__rshift__", [](const bigint_batch& a, std::int64_t bits) { return a >> bits; });
  type.def("__invert__", [](const bigint_batch& a) { return unlocked([&] { return ~a; }); });
  type.def(
      "__pow__", powers, "exponent"_a, "modulus"_a,
      nb::sig("def __pow__(self, exponent: IntArray | typing.SupportsIndex, modulus: IntArray | OddModuli | "
              "typing.SupportsIndex, /) -> IntArray"));
}

void bind_methods(array_class& type) {
  using pair_function = bigint_batch (*)(const bigint_batch& a, const bigint_batch& b);
  const auto bind_pair = [&](const char* name, pair_function function, const char* text) {
    const std::string signature =
        std::string("def ") + name + "(self, other: IntArray | typing.SupportsIndex) -> IntArray";
    type.def(
        name,
        [function](const bigint_batch& a, nb::handle other) {
          const bigint_batch b = operand(other, a);
          return unlocked([&] { return function(a, b); });
        },
        "other"_a, nb::sig(signature.c_str()), text);
  };
  bind_pair(
      "mul_full", [](const bigint_batch& a, const bigint_batch& b) { return mul_full(a, b); },
      "Products, as wide as both operands together.");
  bind_pair(
      "mul_high", [](const bigint_batch& a, const bigint_batch& b) { return mul_high(a, b); },
      "Products without the lowest bits: as many bits as this array is wide, a multiple of 64.");
  bind_pair("gcd", gcd, "Greatest common divisors.");
  bind_pair("invert", invert,
            "Inverses modulo the other operand. Elements without an inverse are undefined().");
  type.def(
          "square", [](const bigint_batch& a) { return unlocked([&] { return square(a); }); },
          "Squares, twice as wide.")
      .def("pow_mod", powers, "exponent"_a, "modulus"_a,
           nb::sig(
               "def pow_mod(self, exponent: IntArray | typing.SupportsIndex, modulus: IntArray | OddModuli | "
               "typing.SupportsIndex) -> IntArray"),
           "Powers modulo odd numbers. Elements with an even modulus are undefined().")
      .def(
          "mul_mod",
          [](const bigint_batch& a, nb::handle other, nb::handle modulus) {
            const bigint_batch b = operand(other, a);
            const odd_moduli n = moduli_of(modulus, a);
            return unlocked([&] { return mul_mod(a, b, n); });
          },
          "other"_a, "modulus"_a,
          nb::sig("def mul_mod(self, other: IntArray | typing.SupportsIndex, modulus: IntArray | OddModuli | "
                  "typing.SupportsIndex) -> IntArray"),
          "Products modulo odd numbers, for operands that are not wider than these.")
      .def(
          "is_prime",
          [](const bigint_batch& a, int n) { return unlocked([&] { return is_probable_prime(a, n); }); },
          "n"_a = 25,
          "Which elements are primes: proven up to 2**64, above by Baillie-PSW and n - 24 rounds.")
      .def(
          "next_prime", [](const bigint_batch& a) { return unlocked([&] { return next_prime(a); }); },
          "The smallest probable primes above the elements. Elements whose next prime is wider are "
          "undefined().")
      .def(
          "prod", [](const bigint_batch& a) { return unlocked([&] { return product_of(a); }); },
          "The product of all elements.")
      .def(
          "sum", [](const bigint_batch& a) { return unlocked([&] { return sum_of(a); }); },
          "The sum of all elements.");
}

void bind_masks(nb::module_& module) {
  nb::class_<batch_mask>(module, "Mask", "A truth value for each element of an IntArray.")
      .def(
          "__init__",
          [](batch_mask* made, nb::handle values) {
            std::vector<bool> truths;
            for (const nb::handle value : nb::iter(values)) {
              const int truth = PyObject_IsTrue(value.ptr());
              if (truth < 0) throw nb::python_error();
              truths.push_back(truth != 0);
            }
            new (made) batch_mask(truths);
          },
          "values"_a, nb::sig("def __init__(self, values: typing.Iterable[object]) -> None"))
      .def("__len__", &batch_mask::size)
      .def(
          "tolist", [](const batch_mask& mask) { return to_list(mask); },
          nb::sig("def tolist(self) -> list[bool]"))
      .def(
          "__iter__", [](const batch_mask& mask) { return nb::iter(to_list(mask)); },
          nb::sig("def __iter__(self) -> typing.Iterator[bool]"))
      .def(
          "__reduce__",
          [](nb::handle self) {
            return nb::make_tuple(self.type(), nb::make_tuple(to_list(nb::cast<const batch_mask&>(self))));
          },
          nb::sig("def __reduce__(self) -> tuple[object, ...]"))
      .def(
          "__getitem__",
          [](const batch_mask& mask, nb::handle index) -> bool {
            return unlocked([&] { return mask.to_vector(); })[place_of(index, mask.size())];
          },
          "index"_a, nb::sig("def __getitem__(self, index: typing.SupportsIndex, /) -> bool"))
      .def("any",
           [](const batch_mask& mask) {
             const std::vector<bool> values = unlocked([&] { return mask.to_vector(); });
             return std::find(values.begin(), values.end(), true) != values.end();
           })
      .def("all",
           [](const batch_mask& mask) {
             const std::vector<bool> values = unlocked([&] { return mask.to_vector(); });
             return std::find(values.begin(), values.end(), false) == values.end();
           })
      .def("__bool__",
           [](const batch_mask&) -> bool {
             raise(PyExc_ValueError, "the truth value of a Mask is ambiguous: use any() or all()");
           })
      .def(
          "__and__", [](const batch_mask& a, const batch_mask& b) { return a & b; }, nb::is_operator())
      .def(
          "__or__", [](const batch_mask& a, const batch_mask& b) { return a | b; }, nb::is_operator())
      .def(
          "__xor__", [](const batch_mask& a, const batch_mask& b) { return a ^ b; }, nb::is_operator())
      .def("__invert__", [](const batch_mask& a) { return ~a; });
  module.def(
      "where",
      [](const batch_mask& mask, const bigint_batch& a, nb::handle other) {
        const bigint_batch b = operand(other, a);
        return unlocked([&] { return select(mask, a, b); });
      },
      "mask"_a, "a"_a, "b"_a,
      nb::sig("def where(mask: Mask, a: IntArray, b: IntArray | typing.SupportsIndex) -> IntArray"),
      "Element by element: a where the mask is true, else b.");
}

}  // namespace

void bind_array(nb::module_& module) {
  nb::class_<odd_moduli>(
      module, "OddModuli",
      "Odd moduli with the constants of their arithmetic, worth keeping if they are used again.")
      .def(
          "__init__",
          [](odd_moduli* made, nb::handle moduli) {
            if (nb::isinstance<bigint_batch>(moduli)) {
              const auto batch = nb::cast<bigint_batch>(moduli);
              new (made) odd_moduli(unlocked([&] { return odd_moduli(batch); }));
            } else {
              const gpu_bigint value = from_index(moduli);
              new (made) odd_moduli(unlocked([&] { return odd_moduli(value); }));
            }
          },
          "moduli"_a, nb::sig("def __init__(self, moduli: IntArray | typing.SupportsIndex) -> None"),
          "A modulus for each element, or one for all.")
      .def_prop_ro("bits", &odd_moduli::bits);
  array_class type(
      module, "IntArray",
      "Nonnegative integers of one width, 64 to 65536 bits. Operations work on all elements. Sums, "
      "differences, products by * and shifts have the width of the left operand and wrap around.");
  bind_masks(module);
  bind_making(type);
  bind_reading(type);
  bind_arithmetic(type);
  bind_methods(type);
  bind_views(type);
}

}  // namespace gbi::python
