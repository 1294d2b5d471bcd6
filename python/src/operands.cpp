#include "operands.hpp"

#include <array>
#include <stdexcept>
#include <vector>

#include "errors.hpp"

namespace gbi::python {

namespace {

/// A type of a module that the program has imported; null if it has not. An object of the type exists only if
/// it has.
PyObject* imported_type(const char* module, const char* name) {
  PyObject* const modules = PyImport_GetModuleDict();
  PyObject* const found = PyDict_GetItemString(modules, module);
  return found != nullptr ? PyObject_GetAttrString(found, name) : nullptr;
}

/// The Mersenne prime by which Python computes hashes on machines of 64 bits.
constexpr std::uint64_t hash_prime = (std::uint64_t{1} << 61) - 1;

/// Magnitudes up to this length are reduced by the calling thread.
constexpr std::size_t limbs_hashed_here = 1024;

std::uint64_t reduced(const std::vector<std::uint64_t>& limbs) {
  std::uint64_t sum = 0;
  for (std::size_t i = limbs.size(); i-- > 0;) {
    // 2^64 is 8 modulo the prime.
    const detail::uint128 next = detail::uint128{sum} * 8 + limbs[i];
    sum = static_cast<std::uint64_t>(next & hash_prime) + static_cast<std::uint64_t>(next >> 61);
    if (sum >= hash_prime) sum -= hash_prime;
  }
  return sum;
}

}  // namespace

bool takes_int(PyObject* object) {
  struct foreign {
    const char* module;
    const char* name;
  };
  for (const foreign& type : {foreign{"fractions", "Fraction"}, foreign{"decimal", "Decimal"}}) {
    const nb::object found = nb::steal(imported_type(type.module, type.name));
    if (!found.is_valid()) {
      PyErr_Clear();
      continue;
    }
    const int is = PyObject_IsInstance(object, found.ptr());
    if (is < 0) throw nb::python_error();
    if (is > 0) return true;
  }
  return false;
}

operands::operands(PyObject* left, PyObject* right) {
  if (is_int(left))
    pair(left, right, left_, right_, left_object_, right_object_);
  else if (is_int(right))
    pair(right, left, right_, left_, right_object_, left_object_);
}

void operands::pair(PyObject* own, PyObject* other, const gpu_bigint*& own_value,
                    const gpu_bigint*& other_value, nb::object& own_object, nb::object& other_object) {
  own_value = &number_in(own);
  if (PyFloat_Check(other) || PyComplex_Check(other))
    own_object = to_float(*own_value);
  else if (read_integer(other, converted_, own_value))
    kind_ = pairing::integers;
  else if (takes_int(other))
    own_object = to_python(*own_value);
  if (kind_ == pairing::integers) {
    other_value = &converted_;
  } else if (own_object.is_valid()) {
    other_object = nb::borrow(other);
    kind_ = pairing::delegate;
  }
}

void raise_zero_division(const char* message) {
  raise(PyExc_ZeroDivisionError, message);
}

gpu_bigint floor_quotient(const gpu_bigint& a, const gpu_bigint& b) {
  return divide(is_long(a), b, [&] { return floor_div_rem(a, b).quotient; });
}
gpu_bigint floor_remainder(const gpu_bigint& a, const gpu_bigint& b) {
  return divide(is_long(a), b, [&] { return floor_div_rem(a, b).remainder; });
}

nb::object true_quotient(const gpu_bigint& a, const gpu_bigint& b) {
  if (b == 0) raise_zero_division("division by zero");
  const auto divided = [](const nb::object& x, const nb::object& y) {
    nb::object result = nb::steal(PyNumber_TrueDivide(x.ptr(), y.ptr()));
    if (!result.is_valid()) throw nb::python_error();
    return result;
  };
  // int divides short numbers. Of long ones it divides the leading bits of the quotient, the last of which
  // says whether the rest is 0: more bits than a float has, so the rounding is the same.
  constexpr std::size_t short_bits = 4096;
  constexpr std::int64_t quotient_bits = 68, float_range = 1200;
  const auto length_a = static_cast<std::int64_t>(a.bit_length());
  const auto length_b = static_cast<std::int64_t>(b.bit_length());
  if (a.bit_length() <= short_bits && b.bit_length() <= short_bits)
    return divided(to_python(a), to_python(b));
  if (length_a - length_b > float_range)
    raise(PyExc_OverflowError, "integer division result too large for a float");
  if (length_b - length_a > float_range)
    return nb::steal(PyFloat_FromDouble((a < 0) != (b < 0) ? -0.0 : 0.0));
  const std::int64_t up = quotient_bits - (length_a - length_b);
  const auto [quotient, remainder] = [&] {
    const unlock_if unlock(true);
    return up >= 0 ? div_rem(a << up, b) : div_rem(a, b << -up);
  }();
  const gpu_bigint negative_one = quotient.in_same_context(-1);
  gpu_bigint digits = quotient << 1;
  if (remainder != 0) digits = (a < 0) != (b < 0) ? digits + negative_one : digits - negative_one;
  const std::int64_t scale = up + 1;
  const gpu_bigint one = quotient.in_same_context(1);
  return scale >= 0 ? divided(to_python(digits), to_python(one << scale))
                    : divided(to_python(digits << -scale), to_python(one));
}

gpu_bigint shift_left(const gpu_bigint& a, const gpu_bigint& count) {
  if (count < 0) raise(negative_count_error, "negative shift count");
  if (a == 0) return a;
  if (!count.fits<std::int64_t>()) raise(PyExc_OverflowError, "too many digits in integer");
  const unlock_if unlock(is_long(a));
  return a << static_cast<std::int64_t>(count);
}

gpu_bigint shift_right(const gpu_bigint& a, const gpu_bigint& count) {
  if (count < 0) raise(negative_count_error, "negative shift count");
  if (!count.fits<std::int64_t>()) return a.in_same_context(a < 0 ? -1 : 0);
  const unlock_if unlock(is_long(a));
  return a >> static_cast<std::int64_t>(count);
}

gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) {
  if (exponent == 0) return base.in_same_context(1);
  if (base.bit_length() <= 1) {
    if (base >= 0) return base;
    return base.in_same_context(test_bit(exponent, 0) ? -1 : 1);
  }
  if (!exponent.fits<std::uint64_t>()) raise(PyExc_OverflowError, "exponent too large");
  const auto times = static_cast<std::uint64_t>(exponent);
  const unlock_if unlock(is_long(base) || times > 64);
  return pow(base, times);
}

gpu_bigint power_modulo(const gpu_bigint& base, const gpu_bigint& exponent, const gpu_bigint& modulus) {
  if (modulus == 0) raise(PyExc_ValueError, "pow() 3rd argument cannot be 0");
  gpu_bigint result;
  try {
    const unlock_if unlock(modulus.limb_bound() > 2);
    result = powm(base, exponent, modulus);
  } catch (const std::domain_error&) {
    raise(PyExc_ValueError, "base is not invertible for the given modulus");
  }
  return modulus < 0 && result != 0 ? result + modulus : result;
}

Py_hash_t hash_of(const gpu_bigint& a) {
  std::uint64_t residue = 0;
  bool negative = false;
  {
    const unlock_if unlock(is_long(a));
    negative = a < 0;
    if (a.limb_bound() <= limbs_hashed_here)
      residue = reduced(a.to_limbs());
    else
      residue = mod_each(abs(a), std::array{hash_prime})[0];
  }
  const auto hash = static_cast<Py_hash_t>(residue);
  // -1 means an error to the interpreter.
  return !negative ? hash : hash == 1 ? -2 : -hash;
}

}  // namespace gbi::python
