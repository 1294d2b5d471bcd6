/// \file
/// Numbers in the largest power of a base that fits a limb, the radix. Its digits are words, each of which
/// holds as many digits of the base as fit in a limb. Text (text.hpp) is these words written out.
#pragma once

#include <array>
#include <bit>
#include <cstddef>

#include "kernels/word/wide_product.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::words {

inline constexpr int largest_base = 62;

/// Constants of a base for conversions.
struct radix {
  limb base;
  int digits;                      ///< per word
  limb power;                      ///< base^digits, the radix; below 2^64
  int shift;                       ///< sets the top bit of the radix
  kernels::normalized_divisor by;  ///< radix 2^shift
  int half_digits;                 ///< half of a word's digits, rounded up
  limb half_power;                 ///< base^half_digits
  limb half_inverse;               ///< 2^(64 + half_shift) / half_power, rounded up
  int half_shift;                  ///< half_power / 2 < 2^half_shift <= half_power
  limb digits_per_bit;             ///< 2^64 / log2(base), rounded up; unused for powers of two
};

namespace detail {

/// log2(x) 2^32, rounded down. Each squaring gives one bit.
constexpr limb fixed_log2(limb x) noexcept {
  const int whole = limb_bits - 1 - std::countl_zero(x);
  limb result = static_cast<limb>(whole) << 32;
  limb scaled = x << (limb_bits - 1 - whole);  // in [1, 2), with 63 bits after the point
  for (int bit = 31; bit >= 0; --bit) {
    wide_limb square = wide_product(scaled, scaled) >> (limb_bits - 1);
    if (high_limb(square) != 0) {
      result |= limb{1} << bit;
      square >>= 1;
    }
    scaled = low_limb(square);
  }
  return result;
}

constexpr radix make_radix(limb base) noexcept {
  radix r{};
  r.base = base;
  r.power = 1;
  while (high_limb(wide_product(r.power, base)) == 0) {
    r.power *= base;
    ++r.digits;
  }
  r.shift = std::countl_zero(r.power);
  r.by = kernels::divisor_of(r.power << r.shift);
  r.half_digits = (r.digits + 1) / 2;
  r.half_power = 1;
  for (int i = 0; i < r.half_digits; ++i) r.half_power *= base;
  r.half_shift = limb_bits - 1 - std::countl_zero(r.half_power);
  r.half_inverse = low_limb(((wide_limb{1} << (limb_bits + r.half_shift)) - 1) / r.half_power) + 1;
  r.digits_per_bit = low_limb((wide_limb{1} << 96) / fixed_log2(base)) + 1;
  return r;
}

inline constexpr auto radices = [] {
  std::array<radix, largest_base + 1> all{};
  for (std::size_t base = 2; base < all.size(); ++base) all[base] = make_radix(base);
  return all;
}();

}  // namespace detail

/// 2 <= base <= largest_base.
constexpr const radix& radix_of(int base) noexcept {
  return detail::radices[static_cast<std::size_t>(base)];
}

/// A number of words sufficient for every number of n limbs.
std::size_t words_of_limbs(std::size_t n, const radix& r) noexcept;

/// Limbs of scratch memory for to_words() with `count` words.
std::size_t to_words_scratch(std::size_t count) noexcept;
/// The `count` = words_of_limbs(n, r) words of a number of n limbs, which is overwritten.
///
/// O(n^2) below a measured size. Above it, the cost is the time of a product times log n: division by a power
/// of the radix leaves two halves.
void to_words(limb* words, std::size_t count, limb* a, std::size_t n, const radix& r, limb* scratch) noexcept;

/// Limbs of scratch memory for from_words().
std::size_t from_words_scratch(std::size_t count) noexcept;
/// The number with the given `count` words. \returns its significant limbs, at most `count`. Cost as for
/// to_words().
std::size_t from_words(limb* out, const limb* words, std::size_t count, const radix& r,
                       limb* scratch) noexcept;

}  // namespace gbi::words
