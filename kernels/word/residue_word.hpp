/// \file
/// Arithmetic modulo primes just below 2^30, in words of 32 bits. A residue need not be the least one.
/// Products are reduced by Montgomery's method, which divides by 2^32. docs/rns.md bounds the words of all
/// residues; tests/plan/rns_plan_test.cpp checks the functions at their limits. Source: P. Montgomery,
/// "Modular multiplication without trial division", Math. Comp. 44 (1985).
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// A prime 2^30 - c, or 0 where there is none; c is its gap, below 3/2 2^13.
struct residue_prime {
  std::uint32_t value;
  std::uint32_t inverse;  ///< -1 / value modulo 2^32
};
/// For smaller gaps, folded() is below 27/32 2^32 by itself, for larger ones after lowered().
inline constexpr std::uint32_t residue_gap_limit = 9u << 10, wide_residue_gap_limit = 12u << 10;

/// x y + z. By itself, nvcc also multiplies the upper words, which are 0. It compiles mad.wide with z to
/// three instructions, and this to one.
GBI_BOTH std::uint64_t multiplied(std::uint32_t x, std::uint32_t y, std::uint64_t z = 0) {
#if defined(__CUDA_ARCH__)
  std::uint64_t result;
  asm("{ .reg .u32 low, high; mov.b64 {low, high}, %3; mad.lo.cc.u32 low, %1, %2, low; "
      "madc.hi.u32 high, %1, %2, high; mov.b64 %0, {low, high}; }"
      : "=l"(result)
      : "r"(x), "r"(y), "l"(z));
  return result;
#else
  return std::uint64_t{x} * y + z;
#endif
}

/// The number whose 8-bit digits are four byte sums.
GBI_BOTH std::uint64_t joined(const std::uint32_t (&sums)[4]) {
  return sums[0] + (std::uint64_t{sums[1]} << 8) + (std::uint64_t{sums[2]} << 16) +
         (std::uint64_t{sums[3]} << 24);
}

/// x / 2^32 modulo p, at most x / 2^32 + p: the multiple of p that is added makes the lower word 0. For
/// x <= 2^64 - 2^32 p. Proof: proofs/Residues.v, theorem reduced_is_congruent.
GBI_BOTH std::uint32_t reduced(std::uint64_t x, const residue_prime& p) {
  return static_cast<std::uint32_t>(multiplied(static_cast<std::uint32_t>(x) * p.inverse, p.value, x) >> 32);
}

/// A word that is congruent to the number of four byte sums modulo p. The first three sums
/// are below 2^26, the last one is below 9/8 2^23. Multiples of 2^30 become multiples of the gap: those of
/// sums[1] from bit 22 on, and those of the upper two sums from bit 14 on.
/// Proof: proofs/Residues.v, theorem folded_is_congruent.
GBI_BOTH std::uint32_t folded(const std::uint32_t (&sums)[4], std::uint32_t p) {
  const std::uint32_t upper = sums[2] + (sums[3] << 8);
  return sums[0] + (sums[1] << 8) + (upper << 16) - ((upper >> 14) + (sums[1] >> 22)) * p;
}

/// x - p if x is p or more, else x. For p that are primes of residues, it is below 27/32 2^32.
/// Proof: proofs/Residues.v, theorem lowered_is_congruent.
GBI_BOTH std::uint32_t lowered(std::uint32_t x, std::uint32_t p) {
  const std::uint32_t lower = x - p;  // wraps to more than x if x is less than p
  return lower < x ? lower : x;
}

/// The least residue of x < 2 p. Proof: proofs/Residues.v, theorem least_residue_is_remainder.
GBI_BOTH constexpr std::uint32_t least_residue(std::uint32_t x, std::uint32_t p) {
  return x >= p ? x - p : x;
}

/// 2^64 / x modulo p, below 2^31, or a multiple of p for 0, by Fermat's little theorem. For x < 5/4 2^30.
GBI_BOTH std::uint32_t residue_inverse(std::uint32_t x, const residue_prime& p) {
  const std::uint32_t exponent = p.value - 2;
  std::uint32_t result = 0u - 4 * p.value;  // 2^32 modulo p
  for (int bit = 29; bit >= 0; --bit) {
    result = reduced(multiplied(result, result), p);
    if ((exponent >> bit & 1) != 0) result = reduced(multiplied(result, x), p);
  }
  return result;
}

}  // namespace gbi::kernels
