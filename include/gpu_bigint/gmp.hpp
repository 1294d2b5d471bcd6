/// \file
/// Conversions to and from GMP's integers. The library does not link GMP. A program that includes this header
/// must.
#pragma once

#include <gmp.h>

#include <span>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The value of an mpz_t, in the current context.
inline gpu_bigint from_mpz(mpz_srcptr value) {
  static_assert(sizeof(mp_limb_t) == sizeof(std::uint64_t), "GMP with 64-bit limbs");
  static_assert(GMP_NAIL_BITS == 0, "GMP without nails");
  const std::span magnitude(reinterpret_cast<const std::uint64_t*>(mpz_limbs_read(value)), mpz_size(value));
  return gpu_bigint::from_limbs(magnitude, mpz_sgn(value) < 0);
}

/// Sets an initialised mpz_t to the number.
inline void to_mpz(mpz_ptr result, const gpu_bigint& value) {
  const std::vector<std::uint64_t> magnitude = value.to_limbs();
  mpz_import(result, magnitude.size(), -1, sizeof(std::uint64_t), 0, 0, magnitude.data());
  if (value.sign() < 0) mpz_neg(result, result);
}

}  // namespace gbi
