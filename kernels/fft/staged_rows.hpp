/// \file
/// Brings the input of a block of the first column pass to shared memory in a few whole lines and cuts it
/// into digits. Neighbouring columns are neighbouring digits, so the digits of a row are a short run of bits
/// and share the coarse factor of the twist weight. With direct reads, every thread would wait for three
/// scattered loads per digit and would find the carry between two digits twice.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// The first digit of a row has the index row * width + first_column. The width is a multiple of 32, so the
/// digits of all rows begin at the same bit of a word, and a thread finds its digits at the same place in
/// every row.
template <int Rows, int Columns, recoding How, machine Machine = machine::threads>
struct staged_rows {
  static constexpr int run = 8;  ///< digits of a row that one thread cuts
  static_assert(Columns % run == 0);

  /// The words that hold the digits of a row and what lies below them; needed only while they are cut.
  struct words {
    static constexpr int longest = (Columns + 1) * static_cast<int>(widest_column_digit) / 32 + 3;
    std::uint32_t word[Rows][longest];
  };
  alignas(digit_run<run>) std::int32_t digit[Rows][Columns];
  complex<double> coarse[Rows];

  /// Two phases. The fine table's length must be a multiple of Columns.
  template <class Block>
  GBI_DEVICE void fill(Block& block, words& staged, const digit_source& digits, std::uint32_t problem,
                       const circle<double>& turns, std::uint64_t width, std::uint64_t first_column) {
    const std::uint64_t bit = window_of<How>(digits, first_column);  // of row 0
    fill(block, staged, digits, problem, turns, width, first_column, bit, word_of(bit),
         static_cast<std::uint32_t>(width / 32) * digits.digit_bits);
  }

  /// The same for rows that are strips of a rank.
  /// \param first_column of the block, among those of the rank
  template <class Block>
  GBI_DEVICE void fill(Block& block, words& staged, const digit_source& digits, std::uint32_t problem,
                       const circle<double>& turns, const columns_share& share, std::uint64_t first_column) {
    const std::uint64_t bit = window_of<How>(digits, first_column);
    fill(block, staged, digits, problem, turns, share.whole_width, share.first_column + first_column, bit,
         word_of_strip(bit), 2 * share.pitch);
  }

 private:
  /// \param bit where the window of the first digit of row 0 begins
  /// \param first_word the word that contains it
  template <class Block>
  GBI_DEVICE void fill(Block& block, words& staged, const digit_source& digits, std::uint32_t problem,
                       const circle<double>& turns, std::uint64_t width, std::uint64_t first_column,
                       std::uint64_t bit, std::uint32_t first_word, std::uint32_t words_of_row) {
    const std::uint32_t b = digits.digit_bits, below = digit_window<How>::below(b);
    load(block, staged, digits, digits.limbs + problem * digits.batch_stride, first_word, words_of_row,
         static_cast<int>((Columns * b + below + 31) / 32 + 1));
    load_coarse(block, turns, width, first_column);
    if constexpr (Machine == machine::vectors)
      return cut_rows(block, staged, digits, problem, static_cast<std::uint32_t>(bit) & 31, width,
                      first_column);

    constexpr int runs = Columns / run, at_once = Block::threads / runs;
    constexpr int rounds = (Rows + at_once - 1) / at_once;
    static_assert(Block::threads % runs == 0);
    const std::uint32_t start = (static_cast<std::uint32_t>(bit) & 31) + below;  // of the first digit
    const auto first_of = [&](int row)
                              GBI_INLINE { return static_cast<std::uint32_t>(row) * width + first_column; };
    block.phase([&](int thread) GBI_INLINE {
      const int column = thread % runs * run;
      const digit_places<How, run> places(start + static_cast<std::uint32_t>(column) * b, b);
      unroll<rounds>([&](auto round) GBI_INLINE {
        const int row = round * at_once + thread / runs;
        if (row >= Rows) return;
        // Random thresholds use at most 32 bits of an index.
        const auto first = static_cast<std::uint32_t>(first_of(row)) + static_cast<std::uint32_t>(column);
        digit_run<run> cut;
        cut_digits<How>(digits, problem, first, staged.word[row], places, cut.digit);
        *reinterpret_cast<digit_run<run>*>(&digit[row][column]) = cut;
      });
    });
  }

  /// A thread cuts a row. First come all windows, whose loads are one element after the other, then the
  /// digits, which are vectors. \param start where the window of the first digit begins
  template <class Block>
  GBI_DEVICE void cut_rows(Block& block, const words& staged, const digit_source& digits,
                           std::uint32_t problem, std::uint32_t start, std::uint64_t width,
                           std::uint64_t first_column) {
    block.phase([&](int thread) GBI_INLINE {
      const std::uint32_t b = digits.digit_bits, mask = (1u << b) - 1;
      for (int row = thread; row < Rows; row += Block::threads) {
        // With random recoding, each digit's own bits and those of the digit before the first.
        constexpr int count = How == recoding::random ? Columns + 1 : Columns;
        std::uint32_t window[count], bit = start;
        for (int i = 0; i < count; ++i, bit += b)
          window[i] = bits_at(staged.word[row][bit / 32], staged.word[row][bit / 32 + 1], bit % 32);
        const auto first = static_cast<std::uint32_t>(static_cast<std::uint32_t>(row) * width + first_column);
        for (int i = 0; i < Columns; ++i) {
          if constexpr (How == recoding::balanced) {
            digit[row][i] = balanced_digit(window[i], b);
          } else {
            const std::uint32_t j = first + static_cast<std::uint32_t>(i);
            const std::uint32_t before = window[i] & mask, plain = window[i + 1] & mask;
            const std::uint32_t in = random_threshold(digits, problem, j - 1) < before ? 1 : 0;
            const std::uint32_t out = random_threshold(digits, problem, j) < plain ? 1 : 0;
            digit[row][i] = static_cast<std::int32_t>(plain + in - (out << b));
          }
        }
      }
    });
  }

  static constexpr int row_lanes = 8;  ///< threads per row while rows are loaded: a sector of memory

  /// Copies words [first + row words_of_row, ... + count) of the number to every row.
  template <class Block>
  GBI_DEVICE static void load(Block& block, words& staged, const digit_source& digits, const limb* number,
                              std::uint32_t first, std::uint32_t words_of_row, int count) {
    constexpr int at_once = Block::threads / row_lanes, rounds = (Rows + at_once - 1) / at_once;
    static_assert(Block::threads % row_lanes == 0);
    block.warp_phase([&](int thread) GBI_INLINE {
      const int first_row = thread / row_lanes;
      for (int k = thread % row_lanes; k < count; k += row_lanes) {
        const std::uint32_t word =
            first + static_cast<std::uint32_t>(first_row) * words_of_row + static_cast<std::uint32_t>(k);
        std::uint32_t loaded[rounds];  // all loads before the first store
        unroll<rounds>([&](auto round) GBI_INLINE {
          loaded[round] =
              word_or_zero(digits, number, word + static_cast<std::uint32_t>(round * at_once) * words_of_row);
        });
        unroll<rounds>([&](auto round) GBI_INLINE {
          const int row = round * at_once + first_row;
          if (row < Rows) staged.word[row][k] = loaded[round];
        });
      }
    });
  }

  template <class Block>
  GBI_DEVICE void load_coarse(Block& block, const circle<double>& turns, std::uint64_t width,
                              std::uint64_t first_column) {
    block.phase([&](int thread) GBI_INLINE {
      unroll<(Rows + Block::threads - 1) / Block::threads>([&](auto round) GBI_INLINE {
        const int row = round * Block::threads + thread;
        if (row < Rows)
          coarse[row] = read_only(
              turns.coarse + ((static_cast<std::uint32_t>(row) * width + first_column) >> turns.fine_bits));
      });
    });
  }
};

}  // namespace gbi::kernels
