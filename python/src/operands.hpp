/// \file
/// The operands of Int's operators: which Python objects an operator takes, and as what.
#pragma once

#include "convert.hpp"

namespace gbi::python {

/// What an operator does with its two operands.
enum class pairing {
  integers,  ///< both are integers: use values()
  delegate,  ///< one is a float, complex, Fraction or Decimal: Python's operator with the objects of
             ///< objects()
  unknown    ///< NotImplemented
};

class __attribute__((visibility("hidden"))) operands {
 public:
  /// \throws nb::python_error if a number cannot be converted
  operands(PyObject* left, PyObject* right);

  pairing kind() const noexcept { return kind_; }
  const gpu_bigint& left() const noexcept { return *left_; }
  const gpu_bigint& right() const noexcept { return *right_; }
  nb::handle left_object() const noexcept { return left_object_; }
  nb::handle right_object() const noexcept { return right_object_; }

 private:
  void pair(PyObject* own, PyObject* other, const gpu_bigint*& own_value, const gpu_bigint*& other_value,
            nb::object& own_object, nb::object& other_object);

  pairing kind_ = pairing::unknown;
  const gpu_bigint* left_ = nullptr;
  const gpu_bigint* right_ = nullptr;
  gpu_bigint converted_;
  nb::object left_object_, right_object_;
};

/// Whether the object is a Fraction or a Decimal: these know int, not Int.
bool takes_int(PyObject* object);

/// What Int's operators and the functions of the same meaning share.

/// a // b and a % b of Python: the quotient is rounded down. \throws nb::python_error (ZeroDivisionError)
gpu_bigint floor_quotient(const gpu_bigint& a, const gpu_bigint& b);
gpu_bigint floor_remainder(const gpu_bigint& a, const gpu_bigint& b);
/// a / b as the nearest float. \throws nb::python_error (ZeroDivisionError, OverflowError)
nb::object true_quotient(const gpu_bigint& a, const gpu_bigint& b);
/// a << count and a >> count for a count of any size.
gpu_bigint shift_left(const gpu_bigint& a, const gpu_bigint& count);
gpu_bigint shift_right(const gpu_bigint& a, const gpu_bigint& count);
/// base^exponent for a nonnegative exponent.
gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent);
/// pow(base, exponent, modulus): the result has the sign of the modulus.
gpu_bigint power_modulo(const gpu_bigint& base, const gpu_bigint& exponent, const gpu_bigint& modulus);
/// The hash of the int of the same value.
Py_hash_t hash_of(const gpu_bigint& a);

/// The argument of functions of one bit. \throws nb::python_error (ValueError, OverflowError)
inline std::size_t bit_index(const integer& n) {
  return static_cast<std::size_t>(to_count(n.value, "index of a bit"));
}
/// What a search for a bit returns.
inline nb::object found_or_none(std::size_t index) {
  return index == unbounded ? nb::none() : nb::object(nb::int_(index));
}

[[noreturn]] void raise_zero_division(const char* message);

/// Calls a division and turns its complaint about a zero divisor into ZeroDivisionError.
template <class Division>
auto divide(bool unlocked, const gpu_bigint& divisor, Division&& division) {
  try {
    const unlock_if unlock(unlocked);
    return division();
  } catch (const std::domain_error&) {
    if (divisor != 0) throw;
  }
  raise_zero_division("integer division or modulo by zero");
}

}  // namespace gbi::python
