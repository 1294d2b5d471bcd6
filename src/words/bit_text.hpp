/// \file
/// Text in bases 2^k, 1 <= k <= 5, in linear time: eight digits at once are 8 k bits in a row.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// k of a base 2^k, else 0.
constexpr int bits_per_digit(int base) noexcept {
  for (int bits = 1; bits <= 5; ++bits)
    if (base == 1 << bits) return bits;
  return 0;
}

/// Writes the lowest `count` digits of a number of n limbs.
void format_bits(char* text, std::size_t count, const limb* a, std::size_t n, int bits) noexcept;

/// The number of n limbs that `count` digits are; they have no more than 64 n bits.
void parse_bits(limb* out, std::size_t n, const char* text, std::size_t count, int bits) noexcept;

}  // namespace gbi::words
