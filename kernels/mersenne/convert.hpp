/// \file
/// Converts between limbs and the digits of a number modulo 2^p - 1.
#pragma once

#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// 64 bits of a number, starting at the given bit.
GBI_DEVICE limb bits_from(const limb_span& number, std::uint64_t bit) {
  const std::uint64_t l = bit / limb_bits;
  const std::uint32_t shift = bit % limb_bits;
  const limb low = l < number.count ? number.limbs[l] : 0;
  const limb high = l + 1 < number.count ? number.limbs[l + 1] : 0;
  return (low >> shift) | (high << 1 << (63 - shift));
}

/// Digit j of a number, balanced without rippling carries: with t_j the top bit of the plain digit x_j, d_j =
/// x_j + t_(j-1) - 2^w t_j. t_(N-1) enters at digit 0, because 2^p = 1.
GBI_DEVICE std::int64_t balanced_digit(const irrational_base& base, const limb_span& number,
                                       std::uint64_t j) {
  const std::uint64_t first = first_bit(base, j), end = first_bit(base, j + 1);
  const auto width = static_cast<std::uint32_t>(end - first);
  const auto plain = static_cast<std::int64_t>(bits_from(number, first) & ((limb{1} << width) - 1));
  const auto below = static_cast<std::int64_t>(bits_from(number, (j == 0 ? base.exponent : first) - 1) & 1);
  return plain - (plain >> (width - 1) << width) + below;
}

/// Two digits per thread.
struct weighted_digits_kernel : map_kernel<weighted_digits_kernel, weighted_digits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits / 2; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t j) {
    a.out.pairs[j] = {digit(a, 2 * j), digit(a, 2 * j + 1)};
    const std::uint64_t row = j / a.out.width, column = j % a.out.width;
    if (column % a.out.run == 0) a.out.carries[column / a.out.run * a.out.rows + row] = 0;
  }

 private:
  GBI_DEVICE static std::int32_t digit(const arguments& a, std::uint64_t j) {
    return static_cast<std::int32_t>(balanced_digit(a.base, a.number, j));
  }
};
weighted_digits_kernel map_of(const weighted_digits_arguments&);

/// Two digits per thread.
struct wide_digits_kernel : map_kernel<wide_digits_kernel, wide_digits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits / 2; }
  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t j) {
    a.out[j] = {balanced_digit(a.base, a.number, 2 * j), balanced_digit(a.base, a.number, 2 * j + 1)};
  }
};
wide_digits_kernel map_of(const wide_digits_arguments&);

/// Common functions for coefficients at every 32nd bit.
struct spaced_coefficients {
  static constexpr std::uint32_t spacing = 32;

  GBI_BOTH static std::uint64_t count(const irrational_base& base) { return base.exponent / spacing + 1; }

  /// The first digit that starts at or above this bit.
  GBI_DEVICE static std::uint64_t first_digit(const irrational_base& base, std::uint64_t bit) {
    // The least j with p j / N > bit - 1.
    return bit == 0 ? 0 : (bit - 1) * base.digits / base.exponent + 1;
  }
  /// Coefficient k of N (2^p - 1).
  GBI_DEVICE static std::int64_t of_multiple(const irrational_base& base, std::uint64_t k) {
    const std::int64_t multiple = base.digits;
    const std::uint64_t begin = k * spacing;
    return (k == 0 ? -multiple : 0) +
           (k == base.exponent / spacing ? multiple << (base.exponent - begin) : 0);
  }
};

/// One coefficient per thread: the sum of the digits that start in its 32 bits.
struct weighted_coefficients_kernel
    : map_kernel<weighted_coefficients_kernel, weighted_coefficients_arguments> {
  using spaced = spaced_coefficients;

  GBI_BOTH static std::uint64_t count(const arguments& a) { return spaced::count(a.base); }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t k) {
    const std::uint64_t begin = k * spaced::spacing;
    std::int64_t sum = spaced::of_multiple(a.base, k);
    for (std::uint64_t j = spaced::first_digit(a.base, begin); j < a.base.digits; ++j) {
      const std::uint64_t first = first_bit(a.base, j);
      if (first >= begin + spaced::spacing) break;
      const real_pair_of_digits pair = pair_at(a.base, a.in, j / 2);
      sum += nearest_integer(j % 2 == 0 ? pair.even : pair.odd) * (std::int64_t{1} << (first - begin));
    }
    a.out[k] = sum;
  }
};
weighted_coefficients_kernel map_of(const weighted_coefficients_arguments&);

/// One coefficient per thread. Wide digits have two parts, the upper of which starts 12 bits above the lower;
/// a coefficient is the sum of the parts that start in its 32 bits.
struct wide_coefficients_kernel : map_kernel<wide_coefficients_kernel, wide_coefficients_arguments> {
  using spaced = spaced_coefficients;
  static constexpr std::uint32_t lower_bits = 12;

  GBI_BOTH static std::uint64_t count(const arguments& a) { return spaced::count(a.base); }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t k) {
    const std::uint64_t begin = k * spaced::spacing, end = begin + spaced::spacing;
    std::int64_t sum = spaced::of_multiple(a.base, k);
    const std::uint64_t from = begin < lower_bits ? 0 : begin - lower_bits;
    for (std::uint64_t j = spaced::first_digit(a.base, from); j < a.base.digits; ++j) {
      const std::uint64_t first = first_bit(a.base, j), above = first + lower_bits;
      if (first >= end) break;
      const std::int64_t digit = j % 2 == 0 ? a.in[j / 2].even : a.in[j / 2].odd, high = digit >> lower_bits;
      if (first >= begin) sum += (digit - high * (1 << lower_bits)) * (std::int64_t{1} << (first - begin));
      if (above >= begin && above < end) sum += high * (std::int64_t{1} << (above - begin));
    }
    a.out[k] = sum;
  }
};
wide_coefficients_kernel map_of(const wide_coefficients_arguments&);

}  // namespace gbi::kernels
