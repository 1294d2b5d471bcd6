/// \file
/// A Lehmer step on a processor: Euclid's algorithm on the two leading words of both numbers.
/// kernels/word/half_gcd.hpp does the same on a GPU, with the same bounds.
///
/// One division of words yields a quotient and its remainder, and the next division depends on nothing else.
/// Each takes 10 to 18 cycles and has no branch that is hard to predict. The matrix is updated off the
/// critical path.
///
/// Sources: D. H. Lehmer, "Euclid's algorithm for large numbers", Amer. Math. Monthly 45 (1938); N. Möller,
/// "On Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77 (2008).
#pragma once

#include <cstdint>

#include "kernels/word/half_gcd.hpp"

namespace gbi::words {

using kernels::wide_limb, kernels::word_matrix;

/// Takes steps that leave a and b at 2^33 or above, with entries below 2^31. \returns whether there were any.
/// \tparam Symbol follows the steps, or is no_symbol.
template <class Symbol>
constexpr bool steps_of_words(limb a, limb b, word_matrix& m, Symbol& symbol) noexcept {
  constexpr limb least = limb{1} << 33;
  limb m00 = 1, m01 = 0, m10 = 0, m11 = 1;
  if (a < least || b < least) return false;
  // x -= q y with the largest possible q, or one less if that would leave too little of x.
  const auto take_turn = [](limb& x, limb y, limb& q) {
    q = x / y;
    const limb remainder = x % y;
    const bool goes_on = remainder >= least;
    x = goes_on ? remainder : remainder + y;
    q -= goes_on ? 0 : 1;
    return goes_on;
  };
  for (bool goes_on = true; goes_on;) {
    limb q = 0;
    goes_on = take_turn(a, b, q);
    m01 += q * m00;
    m11 += q * m10;
    symbol.subtract(0, static_cast<std::uint32_t>(q));
    if (!goes_on) break;
    goes_on = take_turn(b, a, q);
    m00 += q * m01;
    m10 += q * m11;
    symbol.subtract(1, static_cast<std::uint32_t>(q));
  }
  m = {m00, m01, m10, m11};
  return (m01 | m10) != 0;
}

/// Takes steps that leave a and b at 2^65 or above, with entries below 2^63. As a rule the leading 64 bits
/// decide on the steps twice.
template <class Symbol>
constexpr bool lehmer_step(wide_limb a, wide_limb b, word_matrix& m, Symbol& symbol) noexcept {
  constexpr int lowest = 33;
  word_matrix step;
  bool any = false;
  for (;; any = true) {
    const int length = kernels::bit_length(a | b);
    const int low = length > 64 + lowest ? length - 64 : lowest;
    if (!steps_of_words(kernels::low_limb(a >> low), kernels::low_limb(b >> low), step, symbol)) return any;
    m = any ? m * step : step;
    if (low == lowest) return true;
    const wide_limb next = step.m11 * a - step.m01 * b;
    b = step.m00 * b - step.m10 * a;
    a = next;
  }
}

}  // namespace gbi::words
