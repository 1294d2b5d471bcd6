/// \file
/// 128-bit arithmetic of one thread.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

__extension__ typedef unsigned __int128 wide_limb;
__extension__ typedef __int128 signed_wide_limb;

GBI_BOTH constexpr limb low_limb(wide_limb x) {
  return static_cast<limb>(x);
}
GBI_BOTH constexpr limb high_limb(wide_limb x) {
  return static_cast<limb>(x >> 64);
}
GBI_BOTH constexpr wide_limb wide_product(limb a, limb b) {
  return static_cast<wide_limb>(a) * b;
}

/// A divisor d with its top bit set and the reciprocal floor((2^128 - 1) / d) - 2^64.
/// Source: N. Möller, T. Granlund, "Improved division by invariant integers", IEEE Trans. Computers 60
/// (2011).
struct normalized_divisor {
  limb divisor, reciprocal;
};

/// The reciprocal of a divisor without a division of 128 bits: 11, 21 and 34 bits by Newton's iteration, then
/// all (algorithm 2 of the source).
GBI_BOTH constexpr limb reciprocal_by_iteration(limb d) {
  const limb d40 = (d >> 24) + 1;
  const limb v0 = ((1u << 19) - 3 * (1u << 8)) / static_cast<std::uint32_t>(d >> 55);
  const limb v1 = (v0 << 11) - (v0 * v0 * d40 >> 40) - 1;
  const limb v2 = (v1 << 13) + (v1 * ((limb{1} << 60) - v1 * d40) >> 47);
  const limb error = (d % 2 != 0 ? v2 / 2 : 0) - v2 * (d / 2 + d % 2);
  const limb v3 = (v2 << 31) + (high_limb(wide_product(v2, error)) >> 1);
  return v3 - high_limb(wide_product(v3, d) + d) - d;
}

/// A processor divides 128 bits in less time than the iteration takes, a GPU in more.
GBI_BOTH constexpr normalized_divisor divisor_of(limb d) {
#if defined(__CUDA_ARCH__)
  return {d, reciprocal_by_iteration(d)};
#else
  return {d, low_limb(~wide_limb{0} / d)};
#endif
}

/// The quotient of (high, low) by the divisor, high < divisor; `high` becomes the remainder. One wide
/// product, one plain product and at most two corrections (algorithm 4 of the source).
/// Proof: proofs/Division.v, theorem divide_2_by_1_is_division.
GBI_BOTH constexpr limb divide_2_by_1(limb& high, limb low, normalized_divisor by) {
  const wide_limb q = wide_product(by.reciprocal, high) + ((static_cast<wide_limb>(high) << 64) | low);
  limb quotient = high_limb(q) + 1;
  limb remainder = low - quotient * by.divisor;
  if (remainder > low_limb(q)) {
    --quotient;
    remainder += by.divisor;
  }
  if (remainder >= by.divisor) {
    ++quotient;
    remainder -= by.divisor;
  }
  high = remainder;
  return quotient;
}

}  // namespace gbi::kernels
