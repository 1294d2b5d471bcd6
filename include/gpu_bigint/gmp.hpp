/// \file
/// Conversions to and from GMP's integers: mpz_t and, where <gmpxx.h> is installed, mpz_class. The library
/// does not link against GMP; a program that includes this header must.
#pragma once

#include <gmp.h>

#include <cstdint>
#include <span>
#include <vector>

#if defined(__has_include) && __has_include(<gmpxx.h>)
#include <gmpxx.h>
#endif

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The value of an initialised mpz_t, in the current context. O(n). Does not wait.
/// \throws out_of_memory
[[nodiscard]] inline gpu_bigint from_mpz(mpz_srcptr value) {
  static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t), "GMP with 64-bit limbs");
  static_assert(GMP_NAIL_BITS == 0, "GMP without nails");
  const std::span magnitude(reinterpret_cast<const std::uint64_t*>(mpz_limbs_read(value)), mpz_size(value));
  return gpu_bigint::from_limbs(magnitude, mpz_sgn(value) < 0);
}

/// Sets an initialised mpz_t to the number. O(n). Waits.
inline void to_mpz(mpz_ptr result, const gpu_bigint& value) {
  const std::vector<std::uint64_t> magnitude = value.to_limbs();
  mpz_import(result, magnitude.size(), -1, sizeof(std::uint64_t), 0, 0, magnitude.data());
  if (value.sign() < 0) mpz_neg(result, result);
}

#if defined(__GMP_PLUSPLUS__)
/// The value of an mpz_class, or of an expression of mpz_class objects, in the current context. O(n). Does
/// not wait.
/// \throws out_of_memory
[[nodiscard]] inline gpu_bigint from_mpz(const mpz_class& value) {
  return from_mpz(value.get_mpz_t());
}

/// Sets an mpz_class to the number. O(n). Waits.
inline void to_mpz(mpz_class& result, const gpu_bigint& value) {
  to_mpz(result.get_mpz_t(), value);
}

/// The number as an mpz_class. O(n). Waits.
[[nodiscard]] inline mpz_class to_mpz_class(const gpu_bigint& value) {
  mpz_class result;
  to_mpz(result, value);
  return result;
}
#endif

}  // namespace gbi
