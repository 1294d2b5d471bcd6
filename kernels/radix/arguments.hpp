/// \file
/// Arguments of the kernels of radix conversions. Text has one character for each digit (characters.hpp),
/// most significant first.
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/word/limb_span.hpp"
#include "kernels/word/small_modulus.hpp"

namespace gbi::kernels {

/// The limbs of the longest leaf, and of the fraction of one: two for each lane of a warp.
inline constexpr int leaf_limbs = 64;
/// More than the words of digits of any leaf. Words hold 58 bits at least (base 57), leaves less than 4032.
inline constexpr int most_leaf_words = 72;
/// More than the digits of any leaf (base 3).
inline constexpr int most_leaf_digits = 2560;

/// How the digits of a leaf form words, the most significant word first.
struct leaf_words {
  std::uint32_t base;
  std::uint32_t digits;           ///< of a leaf
  std::uint32_t digits_per_word;  ///< base^digits_per_word < 2^64
  std::uint32_t count;            ///< of words: ceil(digits / digits_per_word)
  limb first_scale;  ///< base^(the digits of the first word, which may have fewer than the others)
  limb scale;        ///< base^digits_per_word
};

/// Parses leaves of equal digit counts. The least significant leaf is first in the memory of limbs and last
/// in the text.
struct parse_leaves_arguments {
  const char* text;
  std::uint64_t text_size;
  leaf_words words;
  limb* limbs;                   ///< leaf i is limbs[i * limbs_per_leaf ...)
  std::uint32_t limbs_per_leaf;  ///< at most leaf_limbs
  std::uint32_t leaves;
};

/// Writes the digits of leaves that are fractions: floor(fraction base^digits). Fractions lie so far from
/// multiples of base^-digits that the limbs of each are enough.
struct format_leaves_arguments {
  limb_span fractions;  ///< at most leaf_limbs limbs each; the least significant leaf is first
  std::uint32_t leaves;
  leaf_words words;
  char* text;  ///< leaves * words.digits characters
};

/// Moves fractions to the middle between two multiples of c / 2^(64 to.count), where c lies in [2^64, 2^128):
/// to = from + c (1/2 - excess), rounded down, modulo 2^(64 to.count). Each excess is given by its highest
/// limb.
struct centre_arguments {
  limb_span from;      ///< to.count limbs each
  limb_target to;      ///< may be `from`
  const limb* excess;  ///< null: all are 0
  std::uint64_t excess_stride;
  limb mantissa;        ///< c = mantissa 2^(64 - shift), the top bit of the mantissa set
  std::uint32_t shift;  ///< below 64
  tile_chain chain;
  std::uint32_t batch = 1;
};

/// Words of digits in a chunk of a text.
inline constexpr std::uint64_t text_chunk_words = 16;

/// Checksums of the chunks of a text.
struct text_checksum_arguments {
  const char* text;
  std::uint64_t text_size;
  std::uint32_t base;
  std::uint32_t digits_per_word;
  small_modulus modulus;
  limb step;             ///< base^(text_chunk_words digits_per_word) / 2^64 modulo the prime
  limb* checksums;       ///< one for each chunk
  std::uint64_t chunks;  ///< ceil(text_size / (text_chunk_words digits_per_word))
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

namespace launches {
using radix = list<centre_arguments, format_leaves_arguments, parse_leaves_arguments, parse_bits_arguments,
                   format_bits_arguments, text_checksum_arguments>;
}  // namespace launches

}  // namespace gbi::kernels
