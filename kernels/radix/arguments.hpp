/// \file
/// What the leaves of the radix conversions are told. Text is one character a digit (characters.hpp), most
/// significant first.
#pragma once

#include <cstdint>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Numbers of equal digit counts behind each other, the least significant leaf first in memory of limbs, last
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
  limb* limbs;  ///< used up
  std::uint32_t limbs_per_leaf;
  std::uint32_t leaves;
  std::uint32_t base;
  std::uint32_t digits_per_leaf;
  std::uint32_t digits_per_word;
  normalized_divisor divisor;   ///< base^digits_per_word, shifted to set its top bit
  std::uint32_t divisor_shift;  ///< by this
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
