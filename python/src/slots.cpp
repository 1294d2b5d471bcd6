#include "slots.hpp"

#include <compare>
#include <string>
#include <type_traits>

#include "errors.hpp"
#include "operands.hpp"

namespace gbi::python {

namespace {

using binary_function = PyObject* (*)(PyObject*, PyObject*);

PyObject* checked(PyObject* result) {
  if (result == nullptr) throw nb::python_error();
  return result;
}

PyObject* released(gpu_bigint value) {
  return make_int(std::move(value)).release().ptr();
}

/// The operator of two integers, or Python's with the other's type.
template <class Operation>
PyObject* binary(PyObject* left, PyObject* right, binary_function foreign, Operation&& operation) noexcept {
  return guarded(
      [&]() -> PyObject* {
        const auto computed = [&](const gpu_bigint& a, const gpu_bigint& b) -> PyObject* {
          if constexpr (std::is_same_v<decltype(operation(a, b)), nb::object>)
            return operation(a, b).release().ptr();
          else
            return released(operation(a, b));
        };
        // Nearly all operands are these.
        if (is_int(left)) {
          const gpu_bigint& number = number_in(left);
          if (is_int(right)) return computed(number, number_in(right));
          if (PyLong_Check(right)) return computed(number, from_python(right, &number));
        } else if (PyLong_Check(left) && is_int(right)) {
          const gpu_bigint& number = number_in(right);
          return computed(from_python(left, &number), number);
        }
        const operands both(left, right);
        if (both.kind() == pairing::unknown) return Py_NewRef(Py_NotImplemented);
        if (both.kind() == pairing::delegate) {
          if (foreign == nullptr) return Py_NewRef(Py_NotImplemented);
          return checked(foreign(both.left_object().ptr(), both.right_object().ptr()));
        }
        return computed(both.left(), both.right());
      },
      static_cast<PyObject*>(nullptr));
}

template <class Operation>
PyObject* linear(PyObject* left, PyObject* right, binary_function foreign, Operation&& operation) noexcept {
  return binary(left, right, foreign, [&](const gpu_bigint& a, const gpu_bigint& b) {
    const unlock_if unlock(is_long(a) || is_long(b));
    return operation(a, b);
  });
}

PyObject* add(PyObject* a, PyObject* b) {
  return linear(a, b, PyNumber_Add, [](const auto& x, const auto& y) { return x + y; });
}
PyObject* subtract(PyObject* a, PyObject* b) {
  return linear(a, b, PyNumber_Subtract, [](const auto& x, const auto& y) { return x - y; });
}
PyObject* times(PyObject* a, PyObject* b) {
  return linear(a, b, PyNumber_Multiply,
                [](const auto& x, const auto& y) { return &x == &y ? square(x) : x * y; });
}
PyObject* bit_and(PyObject* a, PyObject* b) {
  return linear(a, b, nullptr, [](const auto& x, const auto& y) { return x & y; });
}
PyObject* bit_or(PyObject* a, PyObject* b) {
  return linear(a, b, nullptr, [](const auto& x, const auto& y) { return x | y; });
}
PyObject* bit_xor(PyObject* a, PyObject* b) {
  return linear(a, b, nullptr, [](const auto& x, const auto& y) { return x ^ y; });
}
PyObject* floor_divide(PyObject* a, PyObject* b) {
  return binary(a, b, PyNumber_FloorDivide, floor_quotient);
}
PyObject* remainder(PyObject* a, PyObject* b) {
  return binary(a, b, PyNumber_Remainder, floor_remainder);
}
PyObject* true_divide(PyObject* a, PyObject* b) {
  return binary(a, b, PyNumber_TrueDivide, true_quotient);
}
PyObject* divmod(PyObject* a, PyObject* b) {
  return binary(a, b, PyNumber_Divmod, [](const gpu_bigint& x, const gpu_bigint& y) -> nb::object {
    auto [quotient, rest] = divide(is_long(x), y, [&] { return floor_div_rem(x, y); });
    return ints(std::move(quotient), std::move(rest));
  });
}
PyObject* left_shift(PyObject* a, PyObject* b) {
  return binary(a, b, nullptr, shift_left);
}
PyObject* right_shift(PyObject* a, PyObject* b) {
  return binary(a, b, nullptr, shift_right);
}

PyObject* python_power(PyObject* a, PyObject* b) {
  return PyNumber_Power(a, b, Py_None);
}

PyObject* power_slot(PyObject* base, PyObject* exponent, PyObject* modulus) {
  if (modulus == Py_None)
    return binary(base, exponent, python_power, [](const gpu_bigint& a, const gpu_bigint& b) -> nb::object {
      if (b >= 0) return make_int(power(a, b));
      if (a == 0) raise_zero_division("0.0 cannot be raised to a negative power");
      return nb::steal(checked(PyNumber_Power(to_float(a).ptr(), to_float(b).ptr(), Py_None)));
    });
  return guarded(
      [&]() -> PyObject* {
        for (PyObject* const operand : {base, exponent, modulus}) {
          if (is_int(operand) || PyLong_Check(operand)) continue;
          if (PyFloat_Check(operand))
            raise(PyExc_TypeError, "pow() 3rd argument not allowed unless all arguments are integers");
          if (!PyIndex_Check(operand)) return Py_NewRef(Py_NotImplemented);
        }
        const gpu_bigint* const guide = is_int(modulus)    ? &number_in(modulus)
                                        : is_int(base)     ? &number_in(base)
                                        : is_int(exponent) ? &number_in(exponent)
                                                           : nullptr;
        return released(
            power_modulo(from_index(base, guide), from_index(exponent, guide), from_index(modulus, guide)));
      },
      static_cast<PyObject*>(nullptr));
}

template <class Operation>
PyObject* unary(PyObject* self, Operation&& operation) noexcept {
  return guarded(
      [&]() -> PyObject* {
        const gpu_bigint& value = number_in(self);
        return released(unlocked_if(is_long(value), [&] { return operation(value); }));
      },
      static_cast<PyObject*>(nullptr));
}

PyObject* negative(PyObject* self) {
  return unary(self, [](const gpu_bigint& a) { return -a; });
}
PyObject* positive(PyObject* self) {
  return unary(self, [](const gpu_bigint& a) { return a; });
}
PyObject* absolute(PyObject* self) {
  return unary(self, [](const gpu_bigint& a) { return abs(a); });
}
PyObject* complement(PyObject* self) {
  return unary(self, [](const gpu_bigint& a) { return ~a; });
}

int truth(PyObject* self) {
  return guarded([&] { return number_in(self) != 0 ? 1 : 0; }, -1);
}
PyObject* as_int(PyObject* self) {
  return guarded([&] { return to_python(number_in(self)).release().ptr(); }, static_cast<PyObject*>(nullptr));
}
PyObject* as_float(PyObject* self) {
  return guarded([&] { return to_float(number_in(self)).release().ptr(); }, static_cast<PyObject*>(nullptr));
}
Py_hash_t hash(PyObject* self) {
  return guarded([&] { return hash_of(number_in(self)); }, Py_hash_t{-1});
}

PyObject* text(PyObject* self) {
  return guarded([&] { return decimal_text(self).release().ptr(); }, static_cast<PyObject*>(nullptr));
}
PyObject* representation(PyObject* self) {
  return guarded([&] { return PyUnicode_FromFormat("Int(%U)", decimal_text(self).ptr()); },
                 static_cast<PyObject*>(nullptr));
}

template <class Ordering>
bool holds(Ordering order, int operation) {
  switch (operation) {
    case Py_LT:
      return std::is_lt(order);
    case Py_LE:
      return std::is_lteq(order);
    case Py_EQ:
      return std::is_eq(order);
    case Py_NE:
      return std::is_neq(order);
    case Py_GT:
      return std::is_gt(order);
    default:
      return std::is_gteq(order);
  }
}

PyObject* compare(PyObject* self, PyObject* other, int operation) {
  return guarded(
      [&]() -> PyObject* {
        const gpu_bigint& value = number_in(self);
        bool result = false;
        int overflow = 0;
        if (is_int(other)) {
          const unlock_if unlock(is_long(value));
          result = holds(value <=> number_in(other), operation);
        } else if (PyLong_Check(other)) {
          const long long word = PyLong_AsLongLongAndOverflow(other, &overflow);
          result = overflow == 0 ? holds(value <=> word, operation)
                                 : holds(value <=> from_python(other, &value), operation);
        } else if (PyFloat_Check(other)) {
          result = holds(value <=> PyFloat_AsDouble(other), operation);
        } else if (PyComplex_Check(other) && (operation == Py_EQ || operation == Py_NE)) {
          const bool equal = PyComplex_ImagAsDouble(other) == 0 && value == PyComplex_RealAsDouble(other);
          result = equal == (operation == Py_EQ);
        } else if (gpu_bigint converted; read_integer(other, converted, &value)) {
          result = holds(value <=> converted, operation);
        } else if (takes_int(other)) {
          return checked(PyObject_RichCompare(to_python(value).ptr(), other, operation));
        } else {
          return Py_NewRef(Py_NotImplemented);
        }
        return Py_NewRef(result ? Py_True : Py_False);
      },
      static_cast<PyObject*>(nullptr));
}

template <class Function>
void* slot(Function* function) {
  return reinterpret_cast<void*>(function);
}

}  // namespace

nb::object decimal_text(PyObject* self) {
  const gpu_bigint& value = number_in(self);
  const std::string digits = unlocked_if(is_long(value), [&] { return value.to_string(); });
  return nb::steal(
      checked(PyUnicode_FromStringAndSize(digits.data(), static_cast<Py_ssize_t>(digits.size()))));
}

PyType_Slot int_slots[] = {{Py_tp_new, slot(new_int)},
                           {Py_tp_dealloc, slot(delete_int)},
                           {Py_tp_doc, const_cast<char*>(int_doc)},
                           {Py_nb_add, slot(add)},
                           {Py_nb_subtract, slot(subtract)},
                           {Py_nb_multiply, slot(times)},
                           {Py_nb_floor_divide, slot(floor_divide)},
                           {Py_nb_true_divide, slot(true_divide)},
                           {Py_nb_remainder, slot(remainder)},
                           {Py_nb_divmod, slot(divmod)},
                           {Py_nb_power, slot(power_slot)},
                           {Py_nb_negative, slot(negative)},
                           {Py_nb_positive, slot(positive)},
                           {Py_nb_absolute, slot(absolute)},
                           {Py_nb_bool, slot(truth)},
                           {Py_nb_invert, slot(complement)},
                           {Py_nb_lshift, slot(left_shift)},
                           {Py_nb_rshift, slot(right_shift)},
                           {Py_nb_and, slot(bit_and)},
                           {Py_nb_or, slot(bit_or)},
                           {Py_nb_xor, slot(bit_xor)},
                           {Py_nb_int, slot(as_int)},
                           {Py_nb_index, slot(as_int)},
                           {Py_nb_float, slot(as_float)},
                           {Py_tp_hash, slot(hash)},
                           {Py_tp_str, slot(text)},
                           {Py_tp_repr, slot(representation)},
                           {Py_tp_richcompare, slot(compare)},
                           {0, nullptr}};

}  // namespace gbi::python
