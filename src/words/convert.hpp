/// \file
/// Conversions between short magnitudes and floating-point numbers. Real is float, double or long double.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "src/words/linear.hpp"

namespace gbi::words {

/// fraction 2^exponent, where the fraction is 0 or in [0.5, 1).
template <class Real>
struct scaled {
  Real fraction;
  std::int64_t exponent;
};

/// The nearest fraction for the bit length of a, rounded to even; 0 and 0 for zero. O(1) unless the bits
/// after the fraction begin with a tie.
template <class Real>
scaled<Real> frexp(const limb* a, std::size_t n) noexcept {
  static_assert(std::numeric_limits<Real>::radix == 2 && std::numeric_limits<Real>::digits <= 126);
  n = significant(a, n);
  if (n == 0) return {0, 0};
  const int shift = std::countl_zero(a[n - 1]);
  const limb second = n > 1 ? a[n - 2] : 0, third = n > 2 ? a[n - 3] : 0;
  const auto joined = [shift](limb high, limb low) {
    return high << shift | low >> 1 >> (limb_bits - 1 - shift);
  };
  const limb high = joined(a[n - 1], second);
  limb low = joined(second, third);
  // A final 1 stands for all lower bits: if they are not all zero, there is no tie.
  const auto any = [&](std::size_t count) {
    return std::any_of(a, a + count, [](limb x) { return x != 0; });
  };
  int carried = 0;
  Real fraction = 0;
  if constexpr (std::numeric_limits<Real>::digits <= limb_bits - 2) {
    constexpr limb behind = (limb{1} << (limb_bits - std::numeric_limits<Real>::digits)) - 1;
    const bool tie = (high & behind) == behind / 2 + 1;
    const bool more = tie && (low != 0 || (n > 2 && any(n - 2)));
    fraction = std::frexp(static_cast<Real>(high | (more ? 1 : 0)), &carried);
    carried -= limb_bits;
  } else {
    if (n > 2 && (third << shift != 0 || any(n - 3))) low |= 1;
    fraction = std::frexp(static_cast<Real>(wide_limb{high} << limb_bits | low), &carried);
    carried -= 2 * limb_bits;
  }
  return {fraction, static_cast<std::int64_t>(n) * limb_bits - shift + carried};
}

/// The nearest number, rounded to even; infinity beyond the largest number.
template <class Real>
Real to_floating(const limb* a, std::size_t n) noexcept {
  const scaled<Real> value = frexp<Real>(a, n);
  constexpr std::int64_t beyond = std::numeric_limits<Real>::max_exponent + 1;
  return std::ldexp(value.fraction, static_cast<int>(std::min(value.exponent, beyond)));
}

/// The number of limbs in the integer part of a finite number's magnitude.
template <class Real>
std::size_t size_of_floating(Real value) noexcept {
  int exponent = 0;
  std::frexp(value, &exponent);
  return value == 0 || exponent <= 0 ? 0 : (static_cast<std::size_t>(exponent) + limb_bits - 1) / limb_bits;
}

/// out = the magnitude of a finite number, rounded toward zero, in size_of_floating(value) limbs. \returns
/// their count. The highest limb is not zero.
template <class Real>
std::size_t from_floating(limb* out, Real value) noexcept {
  static_assert(std::numeric_limits<Real>::radix == 2 && std::numeric_limits<Real>::digits <= 2 * limb_bits);
  int exponent = 0;
  Real fraction = std::frexp(std::fabs(value), &exponent);
  const std::size_t n = size_of_floating(value);
  if (n == 0) return 0;
  // Take first the bits in the highest limb, then one limb at a time.
  int bits = (exponent - 1) % limb_bits + 1;
  for (std::size_t i = n; i-- > 0; bits = limb_bits) {
    fraction = std::ldexp(fraction, bits);
    out[i] = static_cast<limb>(fraction);
    fraction -= static_cast<Real>(out[i]);
    if (fraction == 0) {
      std::fill(out, out + i, 0);
      break;
    }
  }
  return n;
}

}  // namespace gbi::words
