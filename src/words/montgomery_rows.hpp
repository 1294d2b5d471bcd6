/// \file
/// Montgomery's product in limbs.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// -1 / n modulo 2^64 of an odd n: Newton's iteration from 5 bits, each step doubles them.
constexpr limb negative_inverse(limb n) noexcept {
  limb x = 3 * n ^ 2;
  for (int i = 0; i < 4; ++i) x *= 2 - n * x;
  return -x;
}

/// Limbs of scratch memory that multiply_rows() takes for a modulus of n limbs.
std::size_t multiply_rows_scratch(std::size_t n) noexcept;
/// out = a b / 2^(64 size) modulo the odd n, below n; a and b below n. `inverse` is negative_inverse(n[0]).
/// Up to eight limbs digit by digit of b, 2 size^2 products of limbs; above, the product or the square, then
/// size rows of its reduction. `out` may be an operand.
/// Source: P. Montgomery, "Modular multiplication without trial division", Math. Comp. 44 (1985).
void multiply_rows(limb* out, const limb* a, const limb* b, const limb* n, std::size_t size, limb inverse,
                   limb* scratch) noexcept;

}  // namespace gbi::words
