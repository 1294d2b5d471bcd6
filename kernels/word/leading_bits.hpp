/// \file
/// Numbers of one thread for Euclid's algorithm: their leading bits, and a multiple of the smaller number
/// that can be subtracted from the larger one. A number is anything whose limb i is x[i].
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/half_gcd.hpp"

namespace gbi::kernels {

/// Bits low to low + 127 of a number; zeros below bit 0 and above its limbs.
template <class Number>
GBI_DEVICE wide_limb window(const Number& x, int limbs, int low) {
  const int first = low >> 6, shift = low & 63;
  const auto at = [&](int i) { return i >= 0 && i < limbs ? x[i] : limb{0}; };
  const limb l0 = at(first), l1 = at(first + 1), l2 = at(first + 2);
  return static_cast<wide_limb>((l1 >> shift) | (l2 << 1 << (63 - shift))) << 64 |
         ((l0 >> shift) | (l1 << 1 << (63 - shift)));
}

/// Limb i of x 2^shift.
template <class Number>
GBI_DEVICE limb shifted_limb(const Number& x, int limbs, int shift, int i) {
  const int whole = shift / limb_bits, bits = shift % limb_bits;
  const auto at = [&](int j) { return j >= 0 && j < limbs ? x[j] : limb{0}; };
  return (at(i - whole) << bits) | (at(i - whole - 1) >> 1 >> (63 - bits));
}

/// Of a number other than 0.
template <class Number>
GBI_DEVICE int length_of(const Number& x, int limbs) {
  while (x[limbs - 1] == 0) --limbs;
  return (limbs - 1) * limb_bits + bit_length(x[limbs - 1]);
}

template <class Number>
GBI_DEVICE bool is_less(const Number& x, const Number& y, int limbs) {
  while (limbs > 0 && x[limbs - 1] == y[limbs - 1]) --limbs;
  return limbs > 0 && x[limbs - 1] < y[limbs - 1];
}

/// Whether x - y has more than `floor` limbs, x >= y.
template <class Number>
GBI_DEVICE bool is_long_difference(const Number& x, const Number& y, int limbs, int floor) {
  limb borrow = 0, found = 0;
  for (int i = 0; i < limbs; ++i) {
    const limb difference = x[i] - y[i];
    if (i >= floor) found |= difference - borrow;
    borrow = x[i] < y[i] || difference < borrow;
  }
  return found != 0;
}

/// 2^shift q, q < 2^31.
struct shifted_quotient {
  limb q;  ///< 0: none
  int shift;
};

/// A multiple of the smaller number, which is not 0, whose subtraction leaves a positive number. That is at
/// least the smaller number, unless the multiple is the smaller number itself. Equal numbers have none.
template <class Number>
GBI_DEVICE shifted_quotient coarse_quotient(const Number& larger, const Number& smaller, int limbs) {
  const int length = length_of(larger, limbs), smaller_length = length_of(smaller, limbs);
  const int longer = length - smaller_length, bits = longer < 31 ? longer : 31;
  const limb top = low_limb(window(larger, limbs, length - limb_bits));
  const limb divisor = (low_limb(window(smaller, limbs, smaller_length - limb_bits)) >> 32) + 1;
  const limb q = (top >> (32 - bits)) / divisor;
  if (q >= 2) return {q - 1, longer - bits};  // one less than the largest possible
  return {is_less(smaller, larger, limbs), longer - bits};
}

}  // namespace gbi::kernels
