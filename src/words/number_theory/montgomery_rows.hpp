/// \file
/// Montgomery's product in limbs.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// -1 / n modulo 2^64 for an odd n. Newton's iteration begins with 5 bits, and each step doubles them.
/// Proof: proofs/Montgomery.v, theorem words_negative_inverse.
constexpr limb negative_inverse(limb n) noexcept {
  limb x = 3 * n ^ 2;
  for (int i = 0; i < 4; ++i) x *= 2 - n * x;
  return -x;
}

/// Limbs of scratch memory for multiply_rows() with a modulus of n limbs.
std::size_t multiply_rows_scratch(std::size_t n) noexcept;
/// out = a b / 2^(64 size) modulo the odd n, below n; a and b are below n. `inverse` is
/// negative_inverse(n[0]). Up to eight limbs, it processes b limb by limb, with 2 size^2 limb products.
/// Longer operands are first multiplied or squared and then reduced in size rows. `out` may be an operand.
/// Source: P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985).
/// Proof: proofs/Montgomery.v, theorem multiply_rows_is_product.
void multiply_rows(limb* out, const limb* a, const limb* b, const limb* n, std::size_t size, limb inverse,
                   limb* scratch) noexcept;

}  // namespace gbi::words
