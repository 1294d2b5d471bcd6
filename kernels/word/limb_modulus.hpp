/// \file
/// Arithmetic modulo a limb with its top bit set.
#pragma once

#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Remainders are below the divisor.
struct limb_modulus {
  normalized_divisor by;

  /// Host only: the reciprocal is a division of 128 bits. The top bit of `divisor` is set.
  static constexpr limb_modulus of(limb divisor) { return {{divisor, low_limb(~wide_limb{0} / divisor)}}; }

  /// (high, low) modulo the divisor, for high below the divisor.
  GBI_BOTH constexpr limb reduce(limb high, limb low) const {
    divide_2_by_1(high, low, by);
    return high;
  }
  GBI_BOTH constexpr limb add(limb x, limb y) const {
    const limb sum = x + y;
    return sum < x || sum >= by.divisor ? sum - by.divisor : sum;
  }
  GBI_BOTH constexpr limb multiply(limb x, limb y) const {
    const wide_limb product = wide_product(x, y);
    return reduce(high_limb(product), low_limb(product));
  }
  /// x y + z for any limb z: with x and y below d, the upper limb of the sum is also below d.
  /// Proof: proofs/Division.v, theorem limb_modulus_multiply_add.
  GBI_BOTH constexpr limb multiply_add(limb x, limb y, limb z) const {
    const wide_limb sum = wide_product(x, y) + z;
    return reduce(high_limb(sum), low_limb(sum));
  }
};

/// powers[k] = base^(2^k).
template <int Count>
constexpr void fill_squares(limb (&powers)[Count], limb base, const limb_modulus& modulus) {
  for (int k = 0; k < Count; ++k) {
    powers[k] = base;
    base = modulus.multiply(base, base);
  }
}

}  // namespace gbi::kernels
