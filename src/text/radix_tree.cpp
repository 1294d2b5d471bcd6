#include "src/text/radix_tree.hpp"
#include "gpu_bigint/arithmetic.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/radix/characters.hpp"

namespace gbi::text {

namespace {

// Leaves have 512 to 1023 digits. Shorter ones would mean more levels of small products, and longer ones more
// quadratic work in one thread.
constexpr std::uint64_t shortest_leaf = 512;

}  // namespace

bool is_base(int base) {
  return base >= 2 && base <= static_cast<int>(kernels::largest_base);
}

int bits_per_digit(int base) {
  return std::has_single_bit(static_cast<unsigned>(base)) ? std::countr_zero(static_cast<unsigned>(base)) : 0;
}

base_words words_of(int base) {
  limb power = 1;
  std::uint32_t digits = 0;
  while (power <= ~limb{0} / static_cast<limb>(base)) {
    power *= static_cast<limb>(base);
    ++digits;
  }
  const int shift = std::countl_zero(power);
  const limb divisor = power << shift;
  // floor((2^128 - 1) / d) - 2^64 = floor((2^128 - 1 - 2^64 d) / d). The high limb of that dividend is ~d.
  const kernels::wide_limb rest = (static_cast<kernels::wide_limb>(~divisor) << 64) | ~limb{0};
  return {digits, {divisor, kernels::low_limb(rest / divisor)}, static_cast<std::uint32_t>(shift)};
}

radix_tree::radix_tree(int base, std::uint64_t digits) : base_(base) {
  while (digits >> height_ >= 2 * shortest_leaf) ++height_;
  const std::uint64_t leaves = std::uint64_t{1} << height_;
  digits_per_leaf_ = static_cast<std::uint32_t>(std::max<std::uint64_t>(1, (digits + leaves - 1) / leaves));
}

std::uint64_t radix_tree::limbs_at(int level) const {
  // The product of two values of k digits has 2k digits. Limbs may be rounded up, never down.
  const long double bits =
      static_cast<long double>(digits_at(level)) * std::log2(static_cast<long double>(base_));
  return static_cast<std::uint64_t>(bits / limb_bits * (1 + 1e-15L)) + 1;
}

std::vector<gpu_bigint> radix_tree::powers() const {
  std::vector<gpu_bigint> result;
  result.reserve(static_cast<std::size_t>(height_));
  std::string lowest(1 + digits_per_leaf_, '0');
  lowest.front() = '1';
  for (int level = 0; level < height_; ++level)
    result.push_back(level == 0 ? parse_digits(lowest, base_) : square(result.back()));
  return result;
}

}  // namespace gbi::text
