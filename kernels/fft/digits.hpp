/// \file
/// Limbs <-> FP64 digits: balanced digits cut out of 64-bit limbs, and results rounded to integers.
#pragma once

#include <cstdint>

#include "kernels/fft/arguments.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

/// Digit j of number g in [-2^(b-1), 2^(b-1)]. Carry-free: with x_j the plain digits and t_j the top bit of
/// x_j, d_j = x_j + t_(j-1) - 2^b t_j, a window of b + 1 bits read as a signed number (the recoding of
/// Booth's multiplication). A number of n limbs has floor(64 n / b) + 1 digits, those beyond are 0.
GBI_DEVICE double balanced_digit(const digit_source& x, std::uint32_t g, std::uint64_t j) {
  const limb* number = x.limbs + g * x.batch_stride;
  const std::uint64_t bit = j * x.digit_bits + 63;  // the window's lowest, with a zero limb below limb 0
  const std::uint64_t word = bit >> 6;              // the window lies in limbs word - 1 and word
  const std::uint32_t shift = bit & 63;
  // Loads without a branch, so that those of many digits are under way together.
  const std::uint64_t top = x.count - 1;
  const limb low = read_only(number + (word - 1 < top ? word - 1 : top)) & (word - 1 <= top ? ~limb{0} : 0);
  const limb high = read_only(number + (word < top ? word : top)) & (word <= top ? ~limb{0} : 0);
  const limb window = (low >> shift) | (high << 1 << (63 - shift));
  const std::uint32_t unused = 63 - x.digit_bits;
  const std::int64_t twice = static_cast<std::int64_t>(window << unused) >> unused;
  return static_cast<double>((twice + 1) >> 1);
}

/// The integer nearest to x, |x| < 2^51: adding 3 * 2^51 leaves it in the low bits of the mantissa. Exact for
/// every product that keeps to the bound of plan/error_bound.cpp, and it vectorises everywhere.
GBI_DEVICE std::int64_t nearest_integer(double x) {
  constexpr double shift = 6755399441055744.0;  // 3 * 2^51
  return __builtin_bit_cast(std::int64_t, x + shift) - __builtin_bit_cast(std::int64_t, shift);
}

}  // namespace gbi::kernels
