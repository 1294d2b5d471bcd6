/// \file
/// Euclid's algorithm on the leading words of two numbers: the steps that are right whatever follows.
///
/// A sequence of steps "larger number minus q times the smaller one" is a matrix m of determinant 1 without
/// negative entries, (a; b) = m (a'; b'). If a and b are the leading parts of numbers and a', b' both exceed
/// the entries of m, the steps leave the whole numbers positive, too. No quotient has to be the largest
/// possible: a smaller one leaves the rest to the next step, and divisions may be coarse.
///
/// Sources: D. H. Lehmer, "Euclid's algorithm for large numbers", Amer. Math. Monthly 45 (1938); N. Möller,
/// "On Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77 (2008).
#pragma once

#include "kernels/word/jacobi.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Determinant 1, no entry negative.
struct word_matrix {
  limb m00 = 1, m01 = 0, m10 = 0, m11 = 1;

  GBI_BOTH friend constexpr word_matrix operator*(const word_matrix& a, const word_matrix& b) {
    return {a.m00 * b.m00 + a.m01 * b.m10, a.m00 * b.m01 + a.m01 * b.m11, a.m10 * b.m00 + a.m11 * b.m10,
            a.m10 * b.m01 + a.m11 * b.m11};
  }
};

/// In the place of a jacobi_state, for whom no symbol is of interest.
struct no_symbol {
  GBI_BOTH constexpr void subtract(std::uint32_t, std::uint32_t) {}
};

/// Steps that leave a and b at 2^33 or above; the entries stay below 2^31. \returns whether there were any.
/// \tparam Symbol jacobi_state or no_symbol.
template <class Symbol>
GBI_BOTH constexpr bool half_gcd_of_words(limb a, limb b, word_matrix& m, Symbol& symbol) {
  constexpr limb least = limb{1} << 33;
  struct side {
    limb value;
    limb upper, lower;  ///< this number's column of m
    std::uint32_t index;
  };
  side x{a, 1, 0, 0}, y{b, 0, 1, 1};
  if (a < least || b < least) return false;
  bool any = false;
  for (;; any = true) {
    if (x.value < y.value) {
      const side larger = y;
      y = x;
      x = larger;
    }
    limb rest = x.value - y.value;
    if (rest < least) break;
    std::uint32_t q = 1;
    if (rest >= y.value) {
      q += static_cast<std::uint32_t>(rest >> 32) / (static_cast<std::uint32_t>(y.value >> 32) + 1);
      rest = x.value - q * y.value;
      if (rest < least) {
        --q;
        rest += y.value;
      }
    }
    x.value = rest;
    y.upper += q * x.upper;
    y.lower += q * x.lower;
    symbol.subtract(x.index, q);
  }
  const side &of_a = x.index == 0 ? x : y, &of_b = x.index == 0 ? y : x;
  m = {of_a.upper, of_b.upper, of_a.lower, of_b.lower};
  return any;
}

GBI_BOTH constexpr int bit_length(wide_limb x) {
  int length = 0;
  for (int half = 64; half > 0; half /= 2)
    if (x >> half != 0) {
      x >>= half;
      length += half;
    }
  return length + static_cast<int>(x);
}

/// The same for two words each: steps that leave a and b at 2^65 or above, with entries below 2^63. Twice, or
/// more often if quotients are large, the leading 64 bits say what to do.
template <class Symbol>
GBI_BOTH constexpr bool half_gcd_of_pairs(wide_limb a, wide_limb b, word_matrix& m, Symbol& symbol) {
  constexpr int lowest = 33;
  word_matrix all, step;
  bool any = false;
  for (;; any = true) {
    const int length = bit_length(a | b);
    const int low = length > 64 + lowest ? length - 64 : lowest;
    if (!half_gcd_of_words(low_limb(a >> low), low_limb(b >> low), step, symbol)) break;
    const wide_limb next = step.m11 * a - step.m01 * b;
    b = step.m00 * b - step.m10 * a;
    a = next;
    all = all * step;
  }
  m = all;
  return any;
}

}  // namespace gbi::kernels
