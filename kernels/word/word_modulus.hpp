/// \file
/// Arithmetic modulo any number of up to 63 bits.
#pragma once

#include "kernels/word/bit_count.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct word_modulus {
  normalized_divisor by;  ///< the modulus 2^shift
  int shift;

  /// 0 < modulus < 2^63
  static constexpr word_modulus of(limb modulus) {
    const int shift = leading_zeros(modulus);
    return {divisor_of(modulus << shift), shift};
  }

  GBI_BOTH constexpr limb value() const { return by.divisor >> shift; }

  /// Proof: proofs/Division.v, theorem word_modulus_reduce.
  GBI_BOTH constexpr limb reduce(wide_limb x) const {
    limb remainder = high_limb(x) >> 1 >> (63 - shift);
    const wide_limb scaled = x << shift;
    divide_2_by_1(remainder, high_limb(scaled), by);
    divide_2_by_1(remainder, low_limb(scaled), by);
    return remainder >> shift;
  }
  /// a, b below the modulus.
  GBI_BOTH constexpr limb add(limb a, limb b) const {
    const limb sum = a + b;
    return sum >= value() ? sum - value() : sum;
  }
  GBI_BOTH constexpr limb multiply(limb a, limb b) const { return reduce(wide_product(a, b)); }

  GBI_BOTH constexpr limb power(limb a, std::uint64_t exponent) const {
    limb result = reduce(1);
    for (; exponent > 0; exponent >>= 1) {
      if (exponent % 2 == 1) result = multiply(result, a);
      a = multiply(a, a);
    }
    return result;
  }
};

}  // namespace gbi::kernels
