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
