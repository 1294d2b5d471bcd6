/// \file
/// Arithmetic modulo a number of 61 bits.
#pragma once

#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// 2^60 < q < 2^61; `reciprocal` belongs to 8 q, whose top bit is set.
struct small_modulus {
  limb q, reciprocal;

  static constexpr small_modulus of(limb q) {
    const limb divisor = q << 3;
    const wide_limb all_ones = ~wide_limb{0};
    return {q, low_limb(all_ones / divisor)};  // the narrowing subtracts 2^64
  }

  GBI_BOTH constexpr limb add(limb a, limb b) const {
    const limb sum = a + b;
    return sum >= q ? sum - q : sum;
  }
  /// a, b < q. Proof: proofs/Division.v, theorem small_modulus_multiply.
  GBI_BOTH constexpr limb multiply(limb a, limb b) const {
    const wide_limb product = wide_product(a, b) << 3;  // below 2^125
    limb remainder = high_limb(product);
    divide_2_by_1(remainder, low_limb(product), {q << 3, reciprocal});
    return remainder >> 3;
  }
  /// Proof: proofs/Division.v, theorem small_modulus_reduce.
  GBI_BOTH constexpr limb reduce(wide_limb x) const {
    limb remainder = high_limb(x) >> 61;
    divide_2_by_1(remainder, high_limb(x << 3), {q << 3, reciprocal});
    divide_2_by_1(remainder, low_limb(x << 3), {q << 3, reciprocal});
    return remainder >> 3;
  }
};

}  // namespace gbi::kernels
