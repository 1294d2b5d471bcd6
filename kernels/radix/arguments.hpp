/// \file
/// Arguments of the kernels of the leaves of radix conversions. Text has one character for each digit
/// (characters.hpp), most significant first.
#pragma once

#include <cstdint>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Parses leaves of equal digit counts. The least significant leaf is first in the memory of limbs and last
/// in the text.
struct parse_leaves_arguments {
  const char* text;
  std::uint64_t text_size;
  std::uint32_t base;
  std::uint32_t digits_per_leaf;
  std::uint32_t digits_per_word;  ///< base^digits_per_word < 2^64
  limb* limbs;                    ///< leaf i is limbs[i * limbs_per_leaf ...)
  std::uint32_t limbs_per_leaf;
  std::uint32_t leaves;
};

struct format_leaves_arguments {
  limb* limbs;  ///< overwritten
  std::uint32_t limbs_per_leaf;
  std::uint32_t leaves;
  std::uint32_t base;
  std::uint32_t digits_per_leaf;
  std::uint32_t digits_per_word;
  normalized_divisor divisor;   ///< base^digits_per_word, shifted to set its top bit
  std::uint32_t divisor_shift;  ///< the shift of the divisor
  char* text;                   ///< leaves * digits_per_leaf characters
};

/// Bases 2^k: digits are groups of k bits.
struct parse_bits_arguments {
  const char* text;
  std::uint64_t text_size;
  std::uint32_t bits_per_digit;
  limb* limbs;
  std::uint64_t limb_count;
};

struct format_bits_arguments {
  const limb* limbs;
  std::uint64_t limb_count;
  std::uint32_t bits_per_digit;
  char* text;
  std::uint64_t text_size;
};

}  // namespace gbi::kernels
