/// \file
/// Euclid's algorithm on the leading words of two numbers: the steps that are right for any lower words.
///
/// A sequence of steps "larger number minus q times the smaller one" is a matrix m of determinant 1 without
/// negative entries, (a; b) = m (a'; b'). If a and b are the leading parts of numbers and a', b' both exceed
/// the entries of m, the steps leave the whole numbers positive, too. A quotient need not be the largest
/// possible: a smaller one leaves the rest to the next step, so divisions may be coarse.
///
/// Sources: D. H. Lehmer, "Euclid's algorithm for large numbers", Amer. Math. Monthly 45 (1938); N. Möller,
/// "On Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77 (2008).
#pragma once

#include <type_traits>

#include "kernels/word/bit_count.hpp"
#include "kernels/word/limb.hpp"
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

/// At most x / y, and too small by at most one part in 2^20 plus 1. Uses an approximate reciprocal, because a
/// word division takes three times as long. x / y < 2^32.
///
/// Both conversions and the product have an error of 2^-24, the quotient 2^-22 (CUDA C++ Programming Guide,
/// "Intrinsic Functions"). Together, that is less than the 2^-21 that is subtracted.
GBI_BOTH constexpr std::uint32_t quotient_below(std::uint32_t x, std::uint32_t y) {
  constexpr float less = 1 - 0x1p-21F;
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated())
    return __float2uint_rz(__fmul_rn(__fdividef(__uint2float_rn(x), __uint2float_rn(y)), less));
#endif
  return static_cast<std::uint32_t>(static_cast<float>(x) / static_cast<float>(y) * less);
}

/// Whether a word is below 2^33, the least value that steps leave.
GBI_BOTH constexpr bool is_used_up(limb a) {
  return static_cast<std::uint32_t>(a >> 32) < 2;
}

/// x -= q y for a q that leaves x at 2^33 or above; q = 0 if x < y. \returns false if even q = 1 would leave
/// less. Of 100 quotients, 45 are 1 and cost a subtraction, comparisons of its result and one branch; 18 are
/// 2 and cost twice that.
GBI_BOTH constexpr bool take_turn(limb& x, limb y, std::uint32_t& q) {
  const limb difference = x - y, next = difference - y;
  q = 1;
  if ((x >= y) & (difference < y) & !is_used_up(difference)) {
    x = difference;
    return true;
  }
  q = 2;
  if ((x >= y) & (difference >= y) & (next < y) & !is_used_up(next)) {
    x = next;
    return true;
  }
  if (x < y) {
    q = 0;
    return true;
  }
  if (is_used_up(difference)) return false;
  q = 1 +
      quotient_below(static_cast<std::uint32_t>(difference >> 32), static_cast<std::uint32_t>(y >> 32) + 1);
  x -= q * y;
  if (is_used_up(x)) {
    --q;
    x += y;
  }
  return true;
}

/// Takes steps that leave a and b at 2^33 or above; the entries stay below 2^31. \returns whether there were
/// any. The numbers take turns, so nothing is swapped; matrix updates are off the critical path.
GBI_BOTH constexpr bool half_gcd_of_words(limb a, limb b, word_matrix& m) {
  std::uint32_t m00 = 1, m01 = 0, m10 = 0, m11 = 1, q = 0;
  if (is_used_up(a) || is_used_up(b)) return false;
  while (take_turn(a, b, q)) {
    m01 += q * m00;
    m11 += q * m10;
    if (!take_turn(b, a, q)) break;
    m00 += q * m01;
    m10 += q * m11;
  }
  m = {m00, m01, m10, m11};
  return (m01 | m10) != 0;
}

GBI_BOTH constexpr int bit_length(wide_limb x) {
  const limb low = low_limb(x), high = high_limb(x);
  return high != 0 ? 2 * limb_bits - leading_zeros(high) : limb_bits - leading_zeros(low);
}

/// As above, for two words each: the steps leave a and b at 2^65 or above, with entries below 2^63. The
/// leading 64 bits determine the steps twice, or more often if quotients are large.
GBI_BOTH constexpr bool half_gcd_of_pairs(wide_limb a, wide_limb b, word_matrix& m) {
  constexpr int lowest = 33;
  word_matrix all, step;
  bool any = false;
  for (;; any = true) {
    const int length = bit_length(a | b);
    const int low = length > 64 + lowest ? length - 64 : lowest;
    if (!half_gcd_of_words(low_limb(a >> low), low_limb(b >> low), step)) break;
    const wide_limb next = step.m11 * a - step.m01 * b;
    b = step.m00 * b - step.m10 * a;
    a = next;
    all = all * step;
  }
  m = all;
  return any;
}

}  // namespace gbi::kernels
