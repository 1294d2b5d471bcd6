/// \file
/// Bases that are powers of two: all limbs and digits are independent, and memory is the only limit of speed.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/radix/characters.hpp"

namespace gbi::kernels {

/// One limb per thread.
struct parse_bits_kernel : map_kernel<parse_bits_kernel, parse_bits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.limb_count; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t l) {
    const std::uint64_t first_bit = l * limb_bits;
    limb value = 0;
    for (std::uint64_t k = first_bit / a.bits_per_digit; k < a.text_size; ++k) {
      const std::int64_t offset = static_cast<std::int64_t>(k * a.bits_per_digit - first_bit);
      if (offset >= limb_bits) break;
      const limb digit = digit_value(a.text[a.text_size - 1 - k], 1u << a.bits_per_digit);
      value |= offset >= 0 ? digit << offset : digit >> -offset;
    }
    a.limbs[l] = value;
  }
};
parse_bits_kernel map_of(const parse_bits_arguments&);

/// One digit per thread.
struct format_bits_kernel : map_kernel<format_bits_kernel, format_bits_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.text_size; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    const std::uint64_t bit = (a.text_size - 1 - at) * a.bits_per_digit;
    const std::uint64_t l = bit / limb_bits;
    const std::uint32_t shift = bit % limb_bits;
    const limb low = a.limbs[l];
    const limb high = l + 1 < a.limb_count ? a.limbs[l + 1] : 0;
    const limb digit = ((low >> shift) | (high << 1 << (63 - shift))) & ((limb{1} << a.bits_per_digit) - 1);
    a.text[at] = digit_character(static_cast<std::uint32_t>(digit), 1u << a.bits_per_digit);
  }
};
format_bits_kernel map_of(const format_bits_arguments&);

}  // namespace gbi::kernels
