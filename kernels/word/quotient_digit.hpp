/// \file
/// A digit of a schoolbook division, and its multiple of the divisor. Rows are numbers whose limbs [] reads
/// and writes.
/// Source: D. Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D.
#pragma once

#include "kernels/word/add_carry.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Divides three limbs (high, middle, low) by the two leading limbs of a divisor, (by.divisor, second), where
/// (high, middle) is at most (by.divisor, second). \returns the quotient digit, or one more.
GBI_DEVICE limb quotient_digit(limb high, limb middle, limb low, normalized_divisor by, limb second) {
  limb quotient = ~limb{0}, remainder = middle + by.divisor;
  bool is_certain = high >= by.divisor && remainder < middle;
  if (high < by.divisor) {
    remainder = high;
    quotient = divide_2_by_1(remainder, middle, by);
  }
  while (!is_certain && wide_product(quotient, second) > (static_cast<wide_limb>(remainder) << 64 | low)) {
    --quotient;
    remainder += by.divisor;
    is_certain = remainder < by.divisor;
  }
  return quotient;
}

/// u -= digit v for a v of `size` limbs, from limb `at` of u on. \returns whether the digit was too large.
template <class Row, class Divisor>
GBI_DEVICE bool subtract_multiple(Row& u, const Divisor& v, std::uint32_t at, std::uint32_t size,
                                  limb digit) {
  limb carry = 0;
  for (std::uint32_t i = 0; i < size; ++i) {
    const wide_limb product = wide_product(digit, v[i]) + carry;
    const limb before = u[at + i];
    u[at + i] = before - low_limb(product);
    carry = high_limb(product) + (before < low_limb(product));
  }
  const limb before = u[at + size];
  u[at + size] = before - carry;
  return before < carry;
}

/// u += v, after a digit that was too large by 1.
template <class Row, class Divisor>
GBI_DEVICE void add_back(Row& u, const Divisor& v, std::uint32_t at, std::uint32_t size) {
  bool carry = false;
  for (std::uint32_t i = 0; i < size; ++i) u[at + i] = add_carry(u[at + i], v[i], carry);
  u[at + size] += carry;
}

}  // namespace gbi::kernels
