/// \file
/// What a block of the first column pass reads, brought to shared memory in a few whole lines: neighbouring
/// columns are neighbouring digits, so the digits of a row are a short run of bits, and the coarse factor of
/// the twist weight is the same for all of them. Read directly, every thread would wait for three scattered
/// loads a digit.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// The first of a row's digits has index row * width + first_column.
template <int Rows, int Columns, recoding How>
struct staged_rows {
  using window = digit_window<How>;
  /// Words that the windows of Columns digits of 31 bits touch.
  static constexpr int longest_run = Columns * 31 / 32 + window::words + 1;
  std::uint32_t word[Rows][longest_run];
  complex<double> coarse[Rows];

  /// One phase. The fine table's length must be a multiple of Columns.
  template <class Block>
  GBI_DEVICE void fill(Block& block, const digit_source& digits, std::uint32_t problem,
                       const circle<double>& turns, std::uint64_t width, std::uint64_t first_column) {
    constexpr int lanes = 8;  // threads of a row: a sector of memory
    constexpr int at_once = Block::threads / lanes, rounds = (Rows + at_once - 1) / at_once;
    static_assert(Block::threads % lanes == 0);
    const limb* number = digits.limbs + problem * digits.batch_stride;
    const int run = static_cast<int>((Columns * digits.digit_bits + 31) / 32 + window::words);
    block.phase([&](int thread) GBI_INLINE {
      for (int k = thread % lanes; k < run; k += lanes) {
        std::uint32_t loaded[rounds];  // all loads before the first store
        unroll<rounds>([&](auto round) GBI_INLINE {
          const int row = round * at_once + thread / lanes;
          const std::uint64_t first = static_cast<std::uint32_t>(row) * width + first_column;
          loaded[round] = word_or_zero(
              digits, number, word_of(window_of<How>(digits, first)) + static_cast<std::uint32_t>(k));
        });
        unroll<rounds>([&](auto round) GBI_INLINE {
          const int row = round * at_once + thread / lanes;
          if (row < Rows) word[row][k] = loaded[round];
        });
      }
      for (int row = thread; row < Rows; row += Block::threads)
        coarse[row] = read_only(
            turns.coarse + ((static_cast<std::uint32_t>(row) * width + first_column) >> turns.fine_bits));
    });
  }

  /// Digit of a row and one of its columns, see digit_of.
  GBI_DEVICE double digit(const digit_source& digits, std::uint32_t problem, int row, int column,
                          std::uint64_t width, std::uint64_t first_column) const {
    // Only the place inside the first word is needed, and random thresholds take no more: 32 bits suffice.
    const std::uint32_t first = static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(width) +
                                static_cast<std::uint32_t>(first_column);
    const std::uint32_t start = first * digits.digit_bits - window::below(digits.digit_bits);
    const std::uint32_t bit = start % 32 + static_cast<std::uint32_t>(column) * digits.digit_bits;
    std::uint32_t words[window::words];
    unroll<window::words>([&](auto i) GBI_INLINE { words[i] = word[row][bit / 32 + i]; });
    return window::digit(words, bit % 32, digits, problem, first + static_cast<std::uint32_t>(column));
  }
};

}  // namespace gbi::kernels
