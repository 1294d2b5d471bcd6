/// \file
/// Converts between limbs and the digits of a number modulo 2^p - 1.
#pragma once

#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// Two digits per thread. Digits are balanced without rippling carries: with t_j the top bit of the plain
/// digit x_j, d_j = x_j + t_(j-1) - 2^w t_j. t_(N-1) enters at digit 0, because 2^p = 1.
struct weighted_digits_kernel : map_kernel<weighted_digits_kernel, weighted_digits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.base.digits / 2; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t j) {
    a.out.pairs[j] = {digit(a, 2 * j), digit(a, 2 * j + 1)};
    const std::uint64_t row = j / a.out.width, column = j % a.out.width;
    if (column % a.out.run == 0) a.out.carries[column / a.out.run * a.out.rows + row] = 0;
  }

 private:
  GBI_DEVICE static std::int32_t digit(const arguments& a, std::uint64_t j) {
    const std::uint64_t first = first_bit(a.base, j), end = first_bit(a.base, j + 1);
    const auto width = static_cast<std::uint32_t>(end - first);
    const auto plain = static_cast<std::int64_t>(bits_from(a.number, first) & ((limb{1} << width) - 1));
    const auto below =
        static_cast<std::int64_t>(bits_from(a.number, (j == 0 ? a.base.exponent : first) - 1) & 1);
    return static_cast<std::int32_t>(plain - (plain >> (width - 1) << width) + below);
  }
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
    const std::int64_t multiple = a.base.digits;
    std::int64_t sum = k == 0 ? -multiple : 0;
    if (k == last) sum += multiple << (a.base.exponent - begin);
    for (; j < a.base.digits; ++j) {
      const std::uint64_t first = first_bit(a.base, j);
      if (first >= begin + spacing) break;
      const real_pair_of_digits pair = pair_at(a.base, a.in, j / 2);
      sum += nearest_integer(j % 2 == 0 ? pair.even : pair.odd) * (std::int64_t{1} << (first - begin));
    }
    a.out[k] = sum;
  }
};

}  // namespace gbi::kernels
