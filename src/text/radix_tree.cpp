#include "src/text/radix_tree.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/radix/characters.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::text {

namespace {

/// A leaf and the guard limb of its fraction fill a warp (kernels/radix/warp_number.hpp). The estimates of
/// its power are less than two bits too large.
constexpr double longest_leaf_bits = 64 * (kernels::leaf_limbs - 1) - 2;

/// x y, for mantissas from 2^63 to 2^64 - 1. Truncation loses less than 2^-63 of the product.
power_estimate times(power_estimate x, power_estimate y) {
  const kernels::wide_limb product = kernels::wide_product(x.mantissa, y.mantissa);
  const int shift = std::countl_zero(kernels::high_limb(product));
  return {kernels::high_limb(product << shift), x.exponent + y.exponent + 64 - shift};
}

/// a / 2^shift, rounded up.
std::uint64_t shifted_up(std::uint64_t a, int shift) {
  return (a + (std::uint64_t{1} << shift) - 1) >> shift;
}

}  // namespace

bool is_base(int base) {
  return base >= 2 && base <= static_cast<int>(kernels::largest_base);
}

int bits_per_digit(int base) {
  return std::has_single_bit(static_cast<unsigned>(base)) ? std::countr_zero(static_cast<unsigned>(base)) : 0;
}

limb base_words::power(std::uint32_t digits) const {
  limb result = 1;
  while (digits-- > 0) result *= static_cast<limb>(base);
  return result;
}

base_words words_of(int base) {
  const auto radix = static_cast<limb>(base);
  std::uint32_t digits = 1;
  for (limb power = radix; power <= ~limb{0} / radix; power *= radix) ++digits;
  return {digits, base};
}

radix_tree::radix_tree(int base, std::uint64_t digits) : base_(base) {
  const std::uint64_t longest = longest_leaf(base);
  while (shifted_up(digits, height_) > longest) ++height_;
  digits_per_leaf_ = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, shifted_up(digits, height_)));
}

std::uint64_t radix_tree::longest_leaf(int base) {
  return static_cast<std::uint64_t>(longest_leaf_bits / std::log2(base));
}

std::uint64_t radix_tree::limbs_at(int level) const {
  // The product of two values of k digits has 2k digits. Limbs may be rounded up, never down.
  const long double bits =
      static_cast<long double>(digits_at(level)) * std::log2(static_cast<long double>(base_));
  return static_cast<std::uint64_t>(bits / limb_bits * (1 + 1e-15L)) + 1;
}

power_estimate radix_tree::estimate_at(int level) const {
  const int shift = std::countl_zero(static_cast<limb>(base_));
  const power_estimate base{static_cast<limb>(base_) << shift, -shift};
  power_estimate result = base;
  for (std::uint32_t i = 1; i < digits_per_leaf_; ++i) result = times(result, base);
  for (int i = 0; i < level; ++i) result = times(result, result);
  return result;
}

kernels::leaf_words radix_tree::words_of_leaf() const {
  const base_words words = words_of(base_);
  const std::uint32_t count = (digits_per_leaf_ - 1) / words.digits_per_word + 1;
  const std::uint32_t first = digits_per_leaf_ - (count - 1) * words.digits_per_word;
  return {
      static_cast<std::uint32_t>(base_), digits_per_leaf_, words.digits_per_word, count, words.power(first),
      words.power(words.digits_per_word)};
}

}  // namespace gbi::text
