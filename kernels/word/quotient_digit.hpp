/// \file
/// A digit of a schoolbook division.
/// Source: D. Knuth, The Art of Computer Programming, vol. 2, 4.3.1, algorithm D.
#pragma once

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

}  // namespace gbi::kernels
