/// \file
/// Montgomery's reduction of two limbs. It multiplies by 2^-64 and costs two products. The plain remainder
/// would cost two divisions, each of which costs that much.
///
/// Source: P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985).
#pragma once

#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// An odd modulus q < 2^61.
struct montgomery_limb_modulus {
  limb q;
  limb inverse;  ///< -1 / q modulo 2^64

  static constexpr montgomery_limb_modulus of(limb q) {
    limb inverse = q;  // 3 bits are right, and twice as many after each step
    for (int bits = 3; bits < limb_bits; bits *= 2) inverse *= 2 - q * inverse;
    return {q, limb{0} - inverse};
  }

  /// Congruent to x 2^-64, and less than x 2^-64 + q + 1.
  GBI_BOTH constexpr limb reduce_roughly(wide_limb x) const {
    const limb multiple = low_limb(x) * inverse;
    return high_limb(x) + high_limb(wide_product(multiple, q)) + (low_limb(x) != 0);
  }
  /// x 2^-64 modulo q, for x < 2^64 q.
  GBI_BOTH constexpr limb reduce(wide_limb x) const {
    const limb rough = reduce_roughly(x);
    return rough >= q ? rough - q : rough;
  }
  /// a b 2^-64 modulo q, for b < q.
  GBI_BOTH constexpr limb multiply(limb a, limb b) const { return reduce(wide_product(a, b)); }
};

}  // namespace gbi::kernels
