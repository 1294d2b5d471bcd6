/// \file
/// Values of polynomials with integer coefficients at integers.
#pragma once

#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

inline constexpr int polynomial_words = 3;  ///< of a value
inline constexpr int most_coefficients = 8;

/// The value at k is the sum of coefficients[i] k^i. No partial sum exceeds 2^191.
struct word_polynomial {
  std::int64_t coefficients[most_coefficients];
  std::uint32_t count;
};

/// A value of a polynomial, in two's complement.
struct polynomial_value {
  limb words[polynomial_words];
};

GBI_BOTH constexpr bool is_negative(const polynomial_value& x) {
  return x.words[polynomial_words - 1] >> 63 != 0;
}

GBI_BOTH constexpr bool is_zero(const polynomial_value& x) {
  limb all = 0;
  for (const limb word : x.words) all |= word;
  return all == 0;
}

GBI_BOTH constexpr polynomial_value negated(polynomial_value x) {
  limb carry = 1;
  for (limb& word : x.words) {
    word = ~word + carry;
    carry = carry != 0 && word == 0 ? 1 : 0;
  }
  return x;
}

/// By Horner's rule, modulo 2^192.
GBI_BOTH constexpr polynomial_value value_at(const word_polynomial& f, std::uint64_t k) {
  polynomial_value x{};
  for (std::uint32_t i = f.count; i-- > 0;) {
    limb carry = 0;
    for (limb& word : x.words) {
      const wide_limb product = wide_product(word, k) + carry;
      word = low_limb(product);
      carry = high_limb(product);
    }
    limb term = static_cast<limb>(f.coefficients[i]);
    carry = 0;
    for (limb& word : x.words) {
      const wide_limb sum = static_cast<wide_limb>(word) + term + carry;
      word = low_limb(sum);
      carry = high_limb(sum);
      term = f.coefficients[i] < 0 ? ~limb{0} : 0;
    }
  }
  return x;
}

}  // namespace gbi::kernels
