/// \file
/// Steps of Horner's rule for residues, and decimal digits in blocks, for the routines of different levels
/// (level.hpp).
#pragma once

#include <array>
#include <cstdint>

#include "src/words/linear.hpp"
#include "src/words/residue.hpp"

namespace gbi::words {

/// value radix^residue_row + a row of words. The products of the words do not wait for the value.
template <class WordAt>
[[gnu::always_inline]] inline wide_limb with_row(wide_limb value, const residue_modulus& by,
                                                 WordAt&& word_at) noexcept {
  wide_limb even = word_at(0), odd = wide_product(word_at(1), by.power[1]);
  even += wide_product(word_at(2), by.power[2]);
  odd += wide_product(word_at(3), by.power[3]);
  even += wide_product(word_at(4), by.power[4]);
  odd += wide_product(word_at(5), by.power[5]);
  even += wide_product(word_at(6), by.power[6]);
  static_assert(residue_row == 7);
  const wide_limb high = wide_product(high_limb(value), by.carried);
  return even + odd + (wide_product(low_limb(value), by.power[residue_row]) + high);
}

/// In base 10, 16 characters make a word.
inline constexpr std::size_t sixteen = 16;
/// Whole rows, and enough of them that the compiler vectorises all steps.
inline constexpr std::size_t block_words = 4 * residue_row, block_characters = block_words * sixteen;

/// The words of a block of decimal digits, in the order of the text. Each step joins neighbours.
[[gnu::always_inline]] inline std::array<limb, block_words> words_of_block(const char* text) noexcept {
  std::array<std::uint8_t, block_characters / 2> twos;
  std::array<std::uint16_t, block_characters / 4> fours;
  std::array<std::uint32_t, block_characters / 8> eights;
  std::array<limb, block_words> words;
  const auto digit = [text](std::size_t i) { return static_cast<unsigned>(text[i] - '0'); };
  for (std::size_t i = 0; i < twos.size(); ++i)
    twos[i] = static_cast<std::uint8_t>(digit(2 * i) * 10 + digit(2 * i + 1));
  for (std::size_t i = 0; i < fours.size(); ++i)
    fours[i] = static_cast<std::uint16_t>(twos[2 * i] * 100 + twos[2 * i + 1]);
  for (std::size_t i = 0; i < eights.size(); ++i) eights[i] = fours[2 * i] * 10'000u + fours[2 * i + 1];
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = eights[2 * i] * limb{100'000'000} + eights[2 * i + 1];
  return words;
}

/// Appends the digits of whole blocks to the value.
[[gnu::always_inline]] inline wide_limb blocks_appended(wide_limb value, const residue_modulus& by,
                                                        const char* at, const char* end) noexcept {
  for (; at != end; at += block_characters) {
    const std::array<limb, block_words> words = words_of_block(at);
    for (std::size_t row = residue_row; row <= block_words; row += residue_row)
      value = with_row(value, by, [&](std::size_t i) { return words[row - 1 - i]; });
  }
  return value;
}

namespace plain {
/// Appends the digits of whole blocks to the value.
wide_limb append_blocks(wide_limb value, const residue_modulus& by, const char* at, const char* end) noexcept;
}  // namespace plain

namespace avx2 {
/// As above, with vectors of 256 bits.
wide_limb append_blocks(wide_limb value, const residue_modulus& by, const char* at, const char* end) noexcept;
}  // namespace avx2

}  // namespace gbi::words
