/// \file
/// The gcd and the Jacobi symbol of numbers of one or two limbs, in registers, by halving. 0.7 steps per bit
/// take a subtraction and a shift each; a step of Euclid's takes a division.
/// Source: J. Stein, "Computational problems associated with Racah algebra", J. Computational Physics 1
/// (1967).
#pragma once

#include <bit>
#include <cstdint>
#include <utility>

#include "kernels/word/wide_product.hpp"

namespace gbi::words {

/// Replaces a by |a - b| and b by the smaller one, without branches, which no processor could predict.
/// \returns all ones if a was less.
template <class Word>
constexpr limb subtract_smaller(Word& a, Word& b) noexcept {
  const Word difference = a - b;
  const limb is_less = 0 - static_cast<limb>(a < b);
  const auto mask =
      static_cast<Word>(static_cast<kernels::signed_wide_limb>(static_cast<std::int64_t>(is_less)));
  b += difference & mask;
  a = (difference ^ mask) - mask;
  return is_less;
}

/// Removes all factors of two of an a > 0. \returns their count.
constexpr int remove_twos(limb& a) noexcept {
  const int zeros = std::countr_zero(a);
  a >>= zeros;
  return zeros;
}
/// a / 2^bits, bits < 64.
constexpr kernels::wide_limb halved(kernels::wide_limb a, int bits) noexcept {
  const limb low = kernels::low_limb(a), high = kernels::high_limb(a);
  return kernels::wide_limb{high >> bits} << limb_bits | (low >> bits | high << 1 << (limb_bits - 1 - bits));
}
constexpr int remove_twos(kernels::wide_limb& a) noexcept {
  limb low = kernels::low_limb(a), high = kernels::high_limb(a);
  int more = 0;
  if (low == 0) [[unlikely]] {
    low = std::exchange(high, 0);
    more = limb_bits;
  }
  const int zeros = std::countr_zero(low);
  a = halved(kernels::wide_limb{high} << limb_bits | low, zeros);
  return zeros + more;
}

constexpr bool is_limb(kernels::wide_limb a) noexcept {
  return kernels::high_limb(a) == 0;
}

/// The gcd for an a > 0.
constexpr limb binary_gcd(limb a, limb b) noexcept {
  if (b == 0) return a;
  const int twos = std::countr_zero(a | b);
  remove_twos(a);
  remove_twos(b);
  while (a != b) {
    // The difference has as many factors of two as its magnitude, which is known later.
    const int zeros = std::countr_zero(a - b);
    subtract_smaller(a, b);
    a >>= zeros;
  }
  return a << twos;
}
constexpr kernels::wide_limb binary_gcd(kernels::wide_limb a, kernels::wide_limb b) noexcept {
  if (b == 0) return a;
  kernels::wide_limb both = a | b;
  const int twos = remove_twos(both);
  remove_twos(a);
  remove_twos(b);
  while (!is_limb(a | b)) {
    const limb difference = kernels::low_limb(a) - kernels::low_limb(b);
    subtract_smaller(a, b);
    if (difference == 0) [[unlikely]] {
      if (a == 0) return b << twos;
      remove_twos(a);
    } else {
      a = halved(a, std::countr_zero(difference));
    }
  }
  return kernels::wide_limb{binary_gcd(kernels::low_limb(a), kernels::low_limb(b))} << twos;
}

/// (a / b) for an odd b, with the law for 2 and quadratic reciprocity. An odd `minus` changes the sign.
constexpr int binary_jacobi(limb a, limb b, limb minus = 0) noexcept {
  if (a == 0) return b != 1 ? 0 : minus % 2 == 1 ? -1 : 1;
  int zeros = remove_twos(a);
  for (;;) {
    minus ^= static_cast<limb>(zeros) & (b >> 1 ^ b >> 2);
    if (a == b) break;
    zeros = std::countr_zero(a - b);
    const limb both = (a & b) >> 1;
    minus ^= subtract_smaller(a, b) & both;
    a >>= zeros;
  }
  return b != 1 ? 0 : minus % 2 == 1 ? -1 : 1;
}
constexpr int binary_jacobi(kernels::wide_limb a, kernels::wide_limb b) noexcept {
  limb minus = 0;
  while (!is_limb(a | b)) {
    if (a == 0) return 0;  // b is not 1
    const auto zeros = static_cast<limb>(remove_twos(a));
    const limb low_a = kernels::low_limb(a), low_b = kernels::low_limb(b);
    minus ^= zeros & (low_b >> 1 ^ low_b >> 2);
    minus ^= subtract_smaller(a, b) & (low_a & low_b) >> 1;
  }
  return binary_jacobi(kernels::low_limb(a), kernels::low_limb(b), minus);
}

}  // namespace gbi::words
