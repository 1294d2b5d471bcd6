/// \file
/// The Jacobi symbol: of words, and along a sequence of Euclidean steps, from the two lowest bits of both
/// numbers.
///
/// Source of the latter: N. Möller, "Efficient computation of the Jacobi symbol" (2019), arXiv:1907.07795.
/// Here, each step is a formula instead of a table row.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// The Jacobi symbol (a / n), n odd.
GBI_BOTH constexpr int jacobi_of_words(limb a, limb n) {
  int result = 1;
  for (a %= n; a != 0;) {
    const int twos = trailing_zeros(a);
    a >>= twos;
    if (twos % 2 == 1 && (n % 8 == 3 || n % 8 == 5)) result = -result;
    if (a % 4 == 3 && n % 4 == 3) result = -result;
    const limb rest = n % a;
    n = a;
    a = rest;
  }
  return n == 1 ? result : 0;
}

/// For positive numbers with the residues `low` modulo 4, the symbol is (-1)^minus (a / b) if `below` is 1
/// and (-1)^minus (b / a) if it is 0. The lower number of the symbol is odd.
struct jacobi_state {
  std::uint32_t low[2];
  std::uint32_t below, minus;

  /// Subtracts q times the other number from number `x` (0: a, 1: b).
  GBI_BOTH constexpr void subtract(std::uint32_t x, std::uint32_t q) {
    const std::uint32_t y = 1 - x;
    if (below == x && low[y] % 2 == 1) {  // quadratic reciprocity
      minus ^= low[0] & low[1] & 2;
      below = y;
    } else if (below == x && low[y] == 2) {
      // (2 c / x) with c odd, by the laws for 2 and for c: x loses 2 c q.
      minus ^= (q & 2) ^ (q % 2 == 1 ? low[x] & 2 : 0);
    }
    low[x] = (low[x] - q * low[y]) & 3;
  }

  /// -1 or 1, when both numbers are 1.
  GBI_BOTH constexpr int value() const { return minus == 0 ? 1 : -1; }
};

}  // namespace gbi::kernels
