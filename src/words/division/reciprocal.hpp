/// \file
/// Reciprocals of divisors of one or two limbs.
/// Source: N. Möller, T. Granlund, "Improved division by invariant integers", IEEE Trans. Computers 60
/// (2011).
#pragma once

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::words {

/// -1 / odd modulo 2^64. Newton's iteration begins with five bits and doubles them in each step.
constexpr limb inverse_mod_word(limb odd) noexcept {
  limb inverse = (3 * odd) ^ 2;
  for (int bits = 5; bits < limb_bits; bits *= 2) inverse *= 2 - odd * inverse;
  return -inverse;
}

/// The quotient of (high, low) by the divisor, high < divisor; `high` becomes the remainder. A single
/// instruction on processors that have it.
inline limb divide_words(limb& high, limb low, limb divisor) noexcept {
#if defined(__x86_64__)
  limb quotient;
  asm("div %[divisor]" : "=a"(quotient), "+d"(high) : [divisor] "r"(divisor), "a"(low) : "cc");
  return quotient;
#else
  const kernels::wide_limb all = kernels::wide_limb{high} << limb_bits | low;
  high = kernels::low_limb(all % divisor);
  return kernels::low_limb(all / divisor);
#endif
}

/// The reciprocal of a d whose top bit is set.
inline kernels::normalized_divisor normalized(limb d) noexcept {
  limb high = ~d;
  return {d, divide_words(high, ~limb{0}, d)};
}

/// A divisor of two limbs whose top bit is set, with floor((2^192 - 1) / (d1, d0)) - 2^64.
struct wide_divisor {
  limb d1, d0, reciprocal;

  /// Algorithm 6 of the source.
  wide_divisor(limb high, limb low) noexcept : d1(high), d0(low), reciprocal(normalized(high).reciprocal) {
    limb p = d1 * reciprocal + d0;
    if (p < d0) {
      --reciprocal;
      if (p >= d1) {
        --reciprocal;
        p -= d1;
      }
      p -= d1;
    }
    const kernels::wide_limb t = kernels::wide_product(reciprocal, d0);
    p += kernels::high_limb(t);
    if (p < kernels::high_limb(t)) {
      --reciprocal;
      if (p > d1 || (p == d1 && kernels::low_limb(t) >= d0)) --reciprocal;
    }
  }

  /// The quotient of (u2, u1, u0), where (u2, u1) is less than the divisor; (u2, u1) becomes the remainder.
  /// Algorithm 5 of the source: two wide products and a plain one.
  limb divide(limb& u2, limb& u1, limb u0) const noexcept {
    using namespace kernels;
    const wide_limb d = wide_limb{d1} << limb_bits | d0;
    const wide_limb q = wide_product(reciprocal, u2) + (wide_limb{u2} << limb_bits | u1);
    limb quotient = high_limb(q);
    wide_limb partial = (wide_limb{u1 - quotient * d1} << limb_bits | u0) - wide_product(d0, quotient) - d;
    ++quotient;
    if (high_limb(partial) >= low_limb(q)) {
      --quotient;
      partial += d;
    }
    if (partial >= d) [[unlikely]] {
      ++quotient;
      partial -= d;
    }
    u2 = high_limb(partial);
    u1 = low_limb(partial);
    return quotient;
  }
};

}  // namespace gbi::words
