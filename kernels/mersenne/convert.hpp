/// \file
/// Converts between limbs and the weighted digits of a number modulo 2^p - 1.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// One digit per thread. Digits are balanced without rippling carries: with t_j the top bit of the plain
/// digit x_j, d_j = x_j + t_(j-1) - 2^w t_j. t_(N-1) enters at digit 0, because 2^p = 1.
struct weighted_digits_kernel : map_kernel<weighted_digits_kernel, weighted_digits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t j) {
    const std::uint64_t first = first_bit(a.base, j), end = first_bit(a.base, j + 1);
    const auto width = static_cast<std::uint32_t>(end - first);
    const limb plain = bits_from(a.number, first) & ((limb{1} << width) - 1);
    const limb below = bits_from(a.number, (j == 0 ? a.base.exponent : first) - 1) & 1;
    const auto digit = low_digit(static_cast<std::int64_t>(plain), width) + static_cast<std::int64_t>(below);
    a.out[j] = static_cast<double>(digit) * weight_at(a.base, phase_at(a.base, j, first));
  }

 private:
  /// 64 bits of the number, from the given bit on.
  GBI_DEVICE static limb bits_from(const limb_span& number, std::uint64_t bit) {
    const std::uint64_t l = bit / limb_bits;
    const std::uint32_t shift = bit % limb_bits;
    const limb low = l < number.count ? number.limbs[l] : 0;
    const limb high = l + 1 < number.count ? number.limbs[l + 1] : 0;
    return (low >> shift) | (high << 1 << (63 - shift));
  }
};

/// One coefficient per thread: the sum of the digits that begin in its 32 bits.
struct weighted_coefficients_kernel
    : map_kernel<weighted_coefficients_kernel, weighted_coefficients_arguments> {
  static constexpr std::uint32_t spacing = 32;

  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.exponent / spacing + 1; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t k) {
    const std::uint64_t last = a.base.exponent / spacing;
    const std::uint64_t begin = k * spacing;
    // The least j with p j / N > begin - 1.
    std::uint64_t j = k == 0 ? 0 : (begin - 1) * a.base.digits / a.base.exponent + 1;
    std::int64_t sum = k == 0 ? -1 : 0;
    if (k == last) sum += std::int64_t{1} << (a.base.exponent - begin);
    for (; j < a.base.digits; ++j) {
      const std::uint64_t first = first_bit(a.base, j);
      if (first >= begin + spacing) break;
      const double weight = twice_inverse_weight_at(a.base, phase_at(a.base, j, first));
      sum += nearest_integer(a.in[j] * weight * 0.5) * (std::int64_t{1} << (first - begin));
    }
    a.out[k] = sum;
  }
};

}  // namespace gbi::kernels
