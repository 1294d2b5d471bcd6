#include "convert.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "errors.hpp"

namespace gbi::python {

static_assert(std::endian::native == std::endian::little, "limbs are copied as bytes");

namespace {

/// A Python string that lives as long as the interpreter.
PyObject* interned(PyObject*& cache, const char* text) {
  if (cache == nullptr) cache = PyUnicode_InternFromString(text);
  return cache;
}

PyObject* little() {
  static PyObject* text = nullptr;
  return interned(text, "little");
}

/// Memory of deleted Ints for new ones. The interpreter's lock guards it.
std::array<PyObject*, 128> unused;
std::size_t unused_count = 0;

gpu_bigint from_word(long long value, const gpu_bigint* partner) {
  return partner != nullptr ? partner->in_same_context(value) : gpu_bigint(value);
}

}  // namespace

void raise(PyObject* type, const char* message) {
  PyErr_SetString(type, message);
  throw nb::python_error();
}

nb::object make_int(gpu_bigint value, PyTypeObject* type) {
  PyObject* made = nullptr;
  if (type != int_type)
    made = PyType_GenericAlloc(type, 0);
  else if (unused_count > 0)
    made = PyObject_Init(unused[--unused_count], type);
  else
    made = PyObject_New(PyObject, type);
  if (made == nullptr) throw nb::python_error();
  new (&reinterpret_cast<int_object*>(made)->value) gpu_bigint(std::move(value));
  return nb::steal(made);
}

void delete_int(PyObject* object) noexcept {
  PyTypeObject* const type = Py_TYPE(object);
  reinterpret_cast<int_object*>(object)->value.~gpu_bigint();
  if (type == int_type && unused_count < unused.size())
    unused[unused_count++] = object;
  else
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(object);
  Py_DECREF(type);
}

nb::object to_python(const gpu_bigint& value) {
  if (value.limb_bound() <= 1 && value.fits<long long>())
    return nb::steal(PyLong_FromLongLong(static_cast<long long>(value)));
  std::vector<std::uint64_t> limbs;
  bool negative = false;
  {
    const unlock_if unlocked(is_long(value));
    limbs = value.to_limbs();
    negative = value.sign() < 0;
  }
  const auto bytes = nb::steal(PyBytes_FromStringAndSize(reinterpret_cast<const char*>(limbs.data()),
                                                         static_cast<Py_ssize_t>(8 * limbs.size())));
  if (!bytes.is_valid()) throw nb::python_error();
  const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type));
  nb::object magnitude = type.attr("from_bytes")(bytes, nb::handle(little()));
  if (!negative) return magnitude;
  nb::object result = nb::steal(PyNumber_Negative(magnitude.ptr()));
  if (!result.is_valid()) throw nb::python_error();
  return result;
}

gpu_bigint from_python(PyObject* value, const gpu_bigint* partner) {
  int overflow = 0;
  const long long word = PyLong_AsLongLongAndOverflow(value, &overflow);
  if (overflow == 0) {
    if (word == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
    return from_word(word, partner);
  }
  const bool negative = overflow < 0;
  const nb::object magnitude = negative ? nb::steal(PyNumber_Negative(value)) : nb::borrow(value);
  if (!magnitude.is_valid()) throw nb::python_error();
  // The methods of int itself, which a subclass cannot change.
  const nb::object type = nb::borrow(reinterpret_cast<PyObject*>(&PyLong_Type));
  const auto bits = nb::cast<std::size_t>(type.attr("bit_length")(magnitude));
  std::vector<std::uint64_t> limbs((bits + 63) / 64);
  const nb::object bytes = type.attr("to_bytes")(magnitude, 8 * limbs.size(), nb::handle(little()));
  const char* const data = PyBytes_AsString(bytes.ptr());
  if (data == nullptr) throw nb::python_error();
  std::memcpy(limbs.data(), data, 8 * limbs.size());
  if (partner == nullptr || !several_contexts.load(std::memory_order_relaxed))
    return gpu_bigint::from_limbs(limbs, negative);
  const scoped_context use(partner->context());
  return gpu_bigint::from_limbs(limbs, negative);
}

bool read_integer(nb::handle object, gpu_bigint& value, const gpu_bigint* partner) {
  if (PyLong_Check(object.ptr())) {
    value = from_python(object.ptr(), partner);
    return true;
  }
  if (is_int(object.ptr())) {
    value = number_in(object.ptr());
    return true;
  }
  if (PyIndex_Check(object.ptr())) {
    const nb::object index = nb::steal(PyNumber_Index(object.ptr()));
    if (index.is_valid()) return read_integer(index, value, partner);
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
    return false;
  }
  if (!nb::hasattr(object.type(), "__mpz__") || nb::hasattr(object.type(), "__mpq__")) return false;
  const nb::object number = object.attr("__mpz__")();
  return PyIndex_Check(number.ptr()) != 0 && read_integer(number, value, partner);
}

gpu_bigint from_index(nb::handle object, const gpu_bigint* partner) {
  gpu_bigint value;
  if (read_integer(object, value, partner)) return value;
  const nb::object name = object.type().attr("__name__");
  PyErr_Format(PyExc_TypeError, "'%U' object cannot be interpreted as an integer", name.ptr());
  throw nb::python_error();
}

nb::object to_float(const gpu_bigint& value) {
  const double nearest = static_cast<double>(value);
  if (std::isinf(nearest)) raise(PyExc_OverflowError, "int too large to convert to float");
  return nb::steal(PyFloat_FromDouble(nearest));
}

std::uint64_t to_count(const gpu_bigint& value, const char* name) {
  if (value < 0) raise(negative_count_error, (std::string(name) + " must not be negative").c_str());
  if (!value.fits<std::int64_t>())
    raise(PyExc_OverflowError, (std::string(name) + " is longer than 63 bits").c_str());
  return static_cast<std::uint64_t>(value);
}

}  // namespace gbi::python
