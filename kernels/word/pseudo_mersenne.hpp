/// \file
/// Arithmetic modulo primes just below 2^32. A residue modulo 2^32 - c is any 32-bit number, not only the
/// least one: 2^32 is congruent to c, so the upper half of a product is folded onto the lower half. Bounds
/// and proofs are in docs/rns.md; tests/plan/rns_plan_test.cpp checks them at their limits.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Gaps c are below this.
inline constexpr std::uint32_t residue_gap_limit = 1u << 14;

/// x y + z. Without explicit use of the instruction, nvcc also multiplies the upper words, which are 0.
GBI_BOTH std::uint64_t multiplied(std::uint32_t x, std::uint32_t y, std::uint64_t z = 0) {
#if defined(__CUDA_ARCH__)
  std::uint64_t result;
  asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(result) : "r"(x), "r"(y), "l"(z));
  return result;
#else
  return std::uint64_t{x} * y + z;
#endif
}

/// x modulo 2^32 - c, at most (2^32 - 1) (c + 1). Proof: proofs/Residues.v, theorem folded_is_congruent.
GBI_BOTH std::uint64_t folded(std::uint64_t x, std::uint32_t c) {
  return multiplied(static_cast<std::uint32_t>(x >> 32), c) + static_cast<std::uint32_t>(x);
}

/// A residue, for x < 2^32 (2^32 / c) - 2^32. The upper word times c has 32 bits.
/// Proof: proofs/Residues.v, theorem residue_of_sum_is_congruent.
GBI_BOTH std::uint32_t residue_of_sum(std::uint64_t x, std::uint32_t c) {
  const auto low = static_cast<std::uint32_t>(x);
  std::uint32_t sum = low + static_cast<std::uint32_t>(x >> 32) * c;
#if defined(__CUDA_ARCH__)
  // nvcc would compile this to an addition and a selection.
  asm("{ .reg .pred carry; setp.lt.u32 carry, %0, %1; @carry add.u32 %0, %0, %2; }"
      : "+r"(sum)
      : "r"(low), "r"(c));
#else
  if (sum < low) sum += c;
#endif
  return sum;
}

/// A residue, for any x. Proof: proofs/Residues.v, theorem residue_of_is_congruent.
GBI_BOTH std::uint32_t residue_of(std::uint64_t x, std::uint32_t c) {
  return residue_of_sum(folded(x, c), c);
}

/// Proof: proofs/Residues.v, theorem residue_of_is_congruent.
GBI_BOTH std::uint32_t residue_product(std::uint32_t x, std::uint32_t y, std::uint32_t c) {
  return residue_of(multiplied(x, y), c);
}

/// x y + z
GBI_BOTH std::uint32_t residue_sum(std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t c) {
  return residue_of(multiplied(x, y, z), c);
}

/// The least residue. Proof: proofs/Residues.v, theorem least_residue_is_remainder.
GBI_BOTH constexpr std::uint32_t least_residue(std::uint32_t x, std::uint32_t c) {
  return c != 0 && x >= 0u - c ? x + c : x;
}

/// 1 / x, or 0 for 0, by Fermat's little theorem. 2^32 - c must be prime, unless x and c are both 0.
GBI_BOTH std::uint32_t residue_inverse(std::uint32_t x, std::uint32_t c) {
  const std::uint32_t exponent = 0u - c - 2;
  std::uint32_t result = 1;
  for (int bit = 31; bit >= 0; --bit) {
    result = residue_product(result, result, c);
    if ((exponent >> bit & 1) != 0) result = residue_product(result, x, c);
  }
  return result;
}

/// The number whose 8-bit digits are four byte sums.
GBI_BOTH std::uint64_t joined(const std::uint32_t (&sums)[4]) {
  return sums[0] + (std::uint64_t{sums[1]} << 8) + (std::uint64_t{sums[2]} << 16) +
         (std::uint64_t{sums[3]} << 24);
}
/// As above, if sums[0] + 2^8 sums[1] and sums[2] + 2^8 sums[3] are below 2^32.
GBI_BOTH std::uint64_t joined_in_pairs(const std::uint32_t (&sums)[4]) {
  return multiplied(sums[2] + (sums[3] << 8), 1u << 16, sums[0] + (sums[1] << 8));
}

}  // namespace gbi::kernels
