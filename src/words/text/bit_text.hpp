/// \file
/// Text in bases 2^k, 1 <= k <= 5, in linear time: eight digits at a time are 8 k contiguous bits.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// k for a base 2^k, 0 for other bases.
constexpr int bits_per_digit(int base) noexcept {
  for (int bits = 1; bits <= 5; ++bits)
    if (base == 1 << bits) return bits;
  return 0;
}

/// Writes the lowest `count` digits of a number of n limbs.
void format_bits(char* text, std::size_t count, const limb* a, std::size_t n, int bits) noexcept;

/// The number, in n limbs, with the given `count` digits, which have at most 64 n bits.
void parse_bits(limb* out, std::size_t n, const char* text, std::size_t count, int bits) noexcept;

}  // namespace gbi::words
