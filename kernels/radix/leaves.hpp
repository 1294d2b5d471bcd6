/// \file
/// The leaves of the radix conversions: short runs of digits to limbs and back, in quadratic time, one leaf
/// per thread. The tree above them consists of products (src/text).
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/radix/characters.hpp"

namespace gbi::kernels {

/// Horner's rule, digits_per_word digits at a time.
struct parse_leaves_kernel : map_kernel<parse_leaves_kernel, parse_leaves_arguments, warp_threads, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.leaves; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t leaf) {
    limb* number = a.limbs + leaf * a.limbs_per_leaf;
    for (std::uint32_t i = 0; i < a.limbs_per_leaf; ++i) number[i] = 0;
    const std::uint64_t behind = leaf * a.digits_per_leaf;  // digits of less significant leaves
    const std::uint64_t end = behind < a.text_size ? a.text_size - behind : 0;
    std::uint64_t at = end > a.digits_per_leaf ? end - a.digits_per_leaf : 0;
    std::uint32_t used = 0;
    while (at < end) {
      limb carry = 0, scale = 1;
      for (std::uint32_t k = 0; k < a.digits_per_word && at < end; ++k, ++at, scale *= a.base)
        carry = carry * a.base + digit_value(a.text[at], a.base);
      for (std::uint32_t i = 0; i < used; ++i) {
        const wide_limb next = wide_product(number[i], scale) + carry;
        number[i] = low_limb(next);
        carry = high_limb(next);
      }
      if (carry != 0) number[used++] = carry;
    }
  }
};

/// Repeated division by base^digits_per_word, least significant digits first.
struct format_leaves_kernel : map_kernel<format_leaves_kernel, format_leaves_arguments, warp_threads, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.leaves; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t leaf) {
    limb* number = a.limbs + leaf * a.limbs_per_leaf;
    char* text = a.text + (a.leaves - 1 - leaf) * a.digits_per_leaf;
    std::uint32_t used = a.limbs_per_leaf;
    for (std::uint32_t end = a.digits_per_leaf; end > 0;) {
      while (used > 0 && number[used - 1] == 0) --used;
      limb word = divide(number, used, a);
      const std::uint32_t begin = end > a.digits_per_word ? end - a.digits_per_word : 0;
      for (; end > begin; --end, word /= a.base)
        text[end - 1] = digit_character(static_cast<std::uint32_t>(word % a.base), a.base);
    }
  }

 private:
  /// number /= divisor, in place. \returns the remainder. Both are shifted so that the divisor's top bit is
  /// set.
  GBI_DEVICE static limb divide(limb* number, std::uint32_t used, const arguments& a) {
    const std::uint32_t shift = a.divisor_shift;
    limb remainder = 0;
    if (used > 0 && shift > 0) remainder = number[used - 1] >> (64 - shift);
    for (std::uint32_t i = used; i-- > 0;) {
      const limb below = i > 0 && shift > 0 ? number[i - 1] >> (64 - shift) : 0;
      number[i] = divide_2_by_1(remainder, (number[i] << shift) | below, a.divisor);
    }
    return remainder >> shift;
  }
};

}  // namespace gbi::kernels
