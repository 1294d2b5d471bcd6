/// \file
/// What a block of the first column pass reads, brought to shared memory in a few whole lines and cut into
/// digits: neighbouring columns are neighbouring digits, so the digits of a row are a short run of bits, and
/// the coarse factor of the twist weight is the same for all of them. Read directly, every thread would wait
/// for three scattered loads a digit, and find out twice what a digit hands to the next one.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// The first of a row's digits has index row * width + first_column.
template <int Rows, int Columns, recoding How>
struct staged_rows {
  static constexpr int run = 4;  ///< digits of a row that a thread cuts
  static_assert(Columns % run == 0);

  /// The words that the digits of a row and what is below them touch; needed while they are cut only.
  struct words {
    static constexpr int longest = (Columns + 1) * static_cast<int>(widest_column_digit) / 32 + 3;
    std::uint32_t word[Rows][longest];
  };
  std::int32_t digit[Rows][Columns];
  complex<double> coarse[Rows];

  /// Two phases. The fine table's length must be a multiple of Columns.
  template <class Block>
  GBI_DEVICE void fill(Block& block, words& staged, const digit_source& digits, std::uint32_t problem,
                       const circle<double>& turns, std::uint64_t width, std::uint64_t first_column) {
    constexpr int lanes = 8;  // threads of a row: a sector of memory
    constexpr int at_once = Block::threads / lanes, rounds = (Rows + at_once - 1) / at_once;
    static_assert(Block::threads % lanes == 0);
    const limb* number = digits.limbs + problem * digits.batch_stride;
    const int count = static_cast<int>((Columns * digits.digit_bits + below(digits) + 31) / 32 + 1);
    const auto first_of = [&](int row)
                              GBI_INLINE { return static_cast<std::uint32_t>(row) * width + first_column; };
    block.phase([&](int thread) GBI_INLINE {
      for (int k = thread % lanes; k < count; k += lanes) {
        std::uint32_t loaded[rounds];  // all loads before the first store
        unroll<rounds>([&](auto round) GBI_INLINE {
          const int row = round * at_once + thread / lanes;
          loaded[round] = word_or_zero(
              digits, number, word_of(window_of<How>(digits, first_of(row))) + static_cast<std::uint32_t>(k));
        });
        unroll<rounds>([&](auto round) GBI_INLINE {
          const int row = round * at_once + thread / lanes;
          if (row < Rows) staged.word[row][k] = loaded[round];
        });
      }
      for (int row = thread; row < Rows; row += Block::threads)
        coarse[row] = read_only(turns.coarse + (first_of(row) >> turns.fine_bits));
    });

    constexpr int runs = Columns / run, tasks = Rows * runs;
    block.phase([&](int thread) GBI_INLINE {
      unroll<(tasks + Block::threads - 1) / Block::threads>([&](auto round) GBI_INLINE {
        const int task = round * Block::threads + thread;
        if (task >= tasks) return;
        const int row = task / runs, column = task % runs * run;
        // Only the place inside the first word is needed, and random thresholds take no more: 32 bits
        // suffice.
        const auto first = static_cast<std::uint32_t>(first_of(row));
        const std::uint32_t start = (first * digits.digit_bits - below(digits)) % 32 + below(digits) +
                                    static_cast<std::uint32_t>(column) * digits.digit_bits;
        const std::uint32_t* const word = staged.word[row];
        const auto bits = [&](std::uint32_t at)
                              GBI_INLINE { return bits_at(word[at / 32], word[at / 32 + 1], at % 32); };
        digit_run<run> cut;
        cut_digits<How>(digits, problem, first + static_cast<std::uint32_t>(column), start, bits, cut.digit);
        *reinterpret_cast<digit_run<run>*>(&digit[row][column]) = cut;
      });
    });
  }

 private:
  GBI_DEVICE static std::uint32_t below(const digit_source& digits) {
    return digit_window<How>::below(digits.digit_bits);
  }
};

}  // namespace gbi::kernels
