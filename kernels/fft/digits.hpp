/// \file
/// Limbs <-> FP64 digits: balanced digits cut out of 64-bit limbs, and results rounded to integers.
#pragma once

#include <cstdint>

#include "kernels/fft/arguments.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

/// Word k of 32 bits of a magnitude, k < 2 x.count.
GBI_DEVICE std::uint32_t half_limb(const limb* number, std::uint32_t k) {
#if defined(__CUDA_ARCH__)
  return __ldg(reinterpret_cast<const std::uint32_t*>(number) + k);
#else
  return static_cast<std::uint32_t>(number[k / 2] >> (k % 2 * 32));
#endif
}

/// The same, 0 beyond the number; without a branch, so that the loads of many digits are under way together.
GBI_DEVICE std::uint32_t word_or_zero(const digit_source& x, const limb* number, std::uint32_t k) {
  const std::uint32_t top = static_cast<std::uint32_t>(2 * x.count) - 1;
  return half_limb(number, k < top ? k : top) & (k <= top ? ~0u : 0);
}

/// The balanced digit whose window of b + 1 bits begins at bit `shift` of two words.
GBI_DEVICE double digit_of_window(std::uint32_t low, std::uint32_t high, std::uint32_t shift,
                                  std::uint32_t digit_bits) {
  const auto window = static_cast<std::uint32_t>(((std::uint64_t{high} << 32) | low) >> shift);
  const std::uint32_t unused = 31 - digit_bits;
  const std::int32_t twice = static_cast<std::int32_t>(window << unused) >> unused;
  // twice + 1 may be 2^31 for b = 31; halved first it is not.
  return static_cast<double>((twice >> 1) + (twice & 1));
}

/// The window of digit j begins one bit below the digit; with a zero word below word 0 it lies in the words
/// word_of(j) - 1 and word_of(j).
GBI_DEVICE std::uint32_t word_of(const digit_source& x, std::uint64_t j) {
  return static_cast<std::uint32_t>((j * x.digit_bits + 31) >> 5);
}

/// Digit j of number g in [-2^(b-1), 2^(b-1)], b <= 31. Carry-free: with x_j the plain digits and t_j the top
/// bit of x_j, d_j = x_j + t_(j-1) - 2^b t_j, a window of b + 1 bits read as a signed number (the recoding of
/// Booth's multiplication). A number of n limbs has floor(64 n / b) + 1 digits, those beyond are 0.
GBI_DEVICE double balanced_digit(const digit_source& x, std::uint32_t g, std::uint64_t j) {
  const limb* number = x.limbs + g * x.batch_stride;
  const std::uint32_t word = word_of(x, j);
  return digit_of_window(word_or_zero(x, number, word - 1), word_or_zero(x, number, word),
                         static_cast<std::uint32_t>(j * x.digit_bits + 31) & 31, x.digit_bits);
}

/// The integer nearest to x, |x| < 2^51: adding 3 * 2^51 leaves it in the low bits of the mantissa. Exact for
/// every product that keeps to the bound of plan/error_bound.cpp, and it vectorises everywhere.
GBI_DEVICE std::int64_t nearest_integer(double x) {
  constexpr double shift = 6755399441055744.0;  // 3 * 2^51
  return __builtin_bit_cast(std::int64_t, x + shift) - __builtin_bit_cast(std::int64_t, shift);
}

}  // namespace gbi::kernels
