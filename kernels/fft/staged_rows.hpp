/// \file
/// Copies the input of a block of the first column pass to shared memory, in a few whole lines, and cuts it
/// into digits. Neighbouring columns are neighbouring digits, so the digits of a row are a short run of bits.
/// With direct reads, every thread would wait for three scattered loads per digit and would compute the carry
/// between two digits twice.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/ends/arguments.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/row_cutter.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"

namespace gbi::kernels {

/// The first digit of a row has the index row * width + first_column. The width is a multiple of 32, so the
/// digits of all rows start at the same bit of a word, and a thread finds its digits at the same place in
/// every row. A folded operand has 2 Rows rows: digit j + N of the number is in the same column as digit j,
/// Rows rows further down.
template <int Rows, int Columns, recoding How, machine Machine = machine::threads>
struct staged_rows {
  static constexpr int run = 8;  ///< digits of a row that one thread of a GPU cuts
  static_assert(Columns % run == 0);

  /// The words that hold the digits of a row and the bits below them; needed only while digits are cut.
  struct words {
    static constexpr int rows = Rows;
    static constexpr int longest = (Columns + 1) * static_cast<int>(widest_column_digit) / 32 + 3;
    std::uint32_t word[Rows * longest];
    static constexpr int begin(int row) { return row * longest; }
  };
  /// The words of a folded operand. They leave the first part of the exchange memory to the digits and are
  /// packed as tightly as the rest requires. Rows of eight words would all start in one of four banks, so
  /// every group of four rows starts one bank later.
  template <class Exchange>
  struct folded_words {
    static constexpr int rows = 2 * Rows;
    static constexpr int longest = ((Columns + 1) * static_cast<int>(widest_column_digit) + 31) / 32 + 1;
    decltype(Exchange::re) digits;
    std::uint32_t word[rows * longest + rows / 4];
    static constexpr int begin(int row) { return row * longest + (longest % 8 == 0 ? row / 4 : 0); }
    static_assert(sizeof(word) <= sizeof(Exchange::im));
  };
  alignas(digit_run<run>) std::int32_t digit[Rows][Columns];

  /// Where the digits of a row start in a number.
  struct source {
    const digit_source& digits;
    std::uint32_t problem;
    std::uint64_t width, first_column;  ///< in the matrix of all digits
    std::uint64_t bit;                  ///< where the window of the first digit of row 0 starts
    std::uint32_t first_word;           ///< the word that contains it
    std::uint32_t words_of_row;

    GBI_DEVICE std::uint32_t below() const { return digit_window<How>::below(digits.digit_bits); }
    GBI_DEVICE std::uint32_t start() const { return static_cast<std::uint32_t>(bit) & 31; }
    /// The index of a digit. Random thresholds use at most 32 bits of it.
    GBI_DEVICE std::uint32_t index(int row, int column) const {
      return static_cast<std::uint32_t>(static_cast<std::uint32_t>(row) * width + first_column) +
             static_cast<std::uint32_t>(column);
    }
  };
  GBI_DEVICE static source source_of(const digit_source& digits, std::uint32_t problem, std::uint64_t width,
                                     std::uint64_t first_column) {
    const std::uint64_t bit = window_of<How>(digits, first_column);
    return {digits,
            problem,
            width,
            first_column,
            bit,
            word_of(bit),
            static_cast<std::uint32_t>(width / 32) * digits.digit_bits};
  }
  /// As above, for rows that are strips of a rank.
  /// \param first_column the block's first column, counted among those of the rank
  GBI_DEVICE static source source_of(const strip_in& strip, std::uint32_t problem,
                                     std::uint64_t first_column) {
    const std::uint64_t bit = window_of<How>(strip.digits, first_column);
    return {strip.digits,       problem,        strip.columns.width, strip.columns.first + first_column, bit,
            word_of_strip(bit), 2 * strip.pitch};
  }

  /// Digits, in two phases.
  template <class Block>
  GBI_DEVICE void fill(Block& block, words& staged, const source& from) {
    if constexpr (Machine == machine::threads) load(block, staged, from);
    if constexpr (Machine == machine::vectors) {
      cut_by_core(block, from, [&](int row, const core_cutter& cutter) { cutter.cut(row, digit + row); });
    } else {
      cut(block, from, [&](int row, int column, const cutter_of_runs& cutter) {
        const std::uint32_t* const words_of_row = staged.word + words::begin(row);
        digit_run<run> digits;
        cutter.cut(words_of_row, row, column, digits.digit);
        *reinterpret_cast<digit_run<run>*>(&digit[row][column]) = digits;
      });
    }
  }

  /// As above, for a folded operand. The two digits of a point go to memory that the thread that reads them
  /// will write next, so they take no other memory.
  /// \param place place(row, column) is their place in the exchange memory; columns are adjacent
  template <class Block, class Exchange, class Place>
  GBI_DEVICE void fill_folded(Block& block, folded_words<Exchange>& staged, const source& from,
                              Place&& place) {
    if constexpr (Machine == machine::threads) load(block, staged, from);
    if constexpr (Machine == machine::vectors) {
      cut_by_core(block, from, [&](int row, const core_cutter& cutter) {
        std::int32_t low[rows_of_core][Columns], high[rows_of_core][Columns];
        cutter.cut(row, low);
        cutter.cut(row + Rows, high);
        for (int r = 0; r < rows_of_core; ++r) {
          double* const to = staged.digits + place(row + r, 0);
          for (int i = 0; i < Columns; ++i) to[i] = pair_of(low[r][i], high[r][i]);
        }
      });
    } else {
      cut(block, from, [&](int row, int column, const cutter_of_runs& cutter) {
        std::int32_t low[run], high[run];
        const std::uint32_t* const words_of_row = staged.word + staged.begin(row);
        cutter.cut(words_of_row, row, column, low);
        cutter.cut(words_of_row + staged.begin(Rows), row + Rows, column, high);
        auto* const to = reinterpret_cast<two_pairs*>(staged.digits + place(row, column));
        two_pairs pairs[run / 2];
        unroll<run / 2>([&](auto i) {
          pairs[i] = {pair_of(low[2 * i], high[2 * i]), pair_of(low[2 * i + 1], high[2 * i + 1])};
        });
        store_in_turn(to, pairs, (row * (Columns / run) + column / run) / 2 % 4);
      });
    }
  }
  /// The digits of a point, d_j - i d_(j+N), read from that memory.
  GBI_DEVICE static complex<double> folded(double pair) {
    const auto bits = __builtin_bit_cast(std::uint64_t, pair);
    return {static_cast<double>(static_cast<std::int32_t>(bits)),
            -static_cast<double>(static_cast<std::int32_t>(bits >> 32))};
  }

 private:
  /// Two digits of 32 bits in one word of the exchange memory.
  GBI_DEVICE static double pair_of(std::int32_t low, std::int32_t high) {
    return __builtin_bit_cast(
        double, std::uint64_t{static_cast<std::uint32_t>(high)} << 32 | static_cast<std::uint32_t>(low));
  }
  struct alignas(2 * sizeof(double)) two_pairs {
    double pair[2];
  };

  /// Stores the pairs of a run, starting with pair `first`. Runs of neighbouring threads start in the same
  /// bank or a quarter of all banks later, so these threads start with different pairs.
  GBI_DEVICE static void store_in_turn(two_pairs* to, const two_pairs (&pairs)[4], int first) {
    two_pairs once[4], twice[4];
    unroll<4>([&](auto i) { once[i] = (first & 1) != 0 ? pairs[(i + 1) % 4] : pairs[i]; });
    unroll<4>([&](auto i) { twice[i] = (first & 2) != 0 ? once[(i + 2) % 4] : once[i]; });
    unroll<4>([&](auto i) { to[(i + first) % 4] = twice[i]; });
  }

  /// Cuts `run` digits of a row. Their places are the same in all rows.
  struct cutter_of_runs {
    const source& from;
    digit_places<How, run> places;

    GBI_DEVICE void cut(const std::uint32_t* words, int row, int column, std::int32_t (&out)[run]) const {
      cut_digits<How>(from.digits, from.problem, from.index(row, column), words, places, out);
    }
  };

  using core_cutter = row_cutter<Columns, How, source>;

  /// Calls take(row, cutter) for groups of rows.
  template <class Block, class Take>
  GBI_DEVICE static void cut_by_core(Block& block, const source& from, Take&& take) {
    static_assert(Rows % rows_of_core == 0);
    block.template phase <
        Rows / rows_of_core<Block::threads ? Rows / rows_of_core : Block::threads>([&](int thread) {
          const core_cutter cutter(from);
          for (int row = thread * rows_of_core; row < Rows; row += Block::threads * rows_of_core)
            take(row, cutter);
        });
  }

  /// Whether a row exists; a block takes AtOnce rows at a time. A branch would keep the rounds from
  /// overlapping.
  template <int Count, int AtOnce>
  GBI_DEVICE static bool is_there(int row) {
    return Count % AtOnce == 0 || row < Count;
  }

  /// Calls take(row, column, cutter) for all digits that a thread cuts.
  template <class Block, class Take>
  GBI_DEVICE static void cut(Block& block, const source& from, Take&& take) {
    constexpr int runs = Columns / run, at_once = Block::threads / runs;
    constexpr int rounds = (Rows + at_once - 1) / at_once;
    static_assert(Block::threads % runs == 0);
    const std::uint32_t b = from.digits.digit_bits, start = from.start() + from.below();
    block.phase([&](int thread) {
      const int column = thread % runs * run;
      const cutter_of_runs cutter{from, {start + static_cast<std::uint32_t>(column) * b, b}};
      unroll<rounds>([&](auto round) {
        const int row = round * at_once + thread / runs;
        if (is_there<Rows, at_once>(row)) take(row, column, cutter);
      });
    });
  }

  static constexpr int row_lanes = 8;  ///< threads per row while rows are loaded; they read one memory sector

  /// Copies the words of all rows.
  template <class Block, class Words>
  GBI_DEVICE static void load(Block& block, Words& staged, const source& from) {
    constexpr int at_once = Block::threads / row_lanes, rounds = (Words::rows + at_once - 1) / at_once;
    static_assert(Block::threads % row_lanes == 0 && at_once % 4 == 0);
    const limb* const number = from.digits.limbs + from.problem * from.digits.batch_stride;
    const auto count = static_cast<int>((Columns * from.digits.digit_bits + from.below() + 31) / 32 + 1);
    const auto copy = [&](int thread, auto&& word_at) {
      const int first_row = thread / row_lanes;
      for (int k = thread % row_lanes; k < count; k += row_lanes) {
        const std::uint32_t word = from.first_word +
                                   static_cast<std::uint32_t>(first_row) * from.words_of_row +
                                   static_cast<std::uint32_t>(k);
        std::uint32_t loaded[rounds];  // all loads before the first store
        unroll<rounds>([&](auto round) {
          loaded[round] = word_at(word + static_cast<std::uint32_t>(round * at_once) * from.words_of_row);
        });
        unroll<rounds>([&](auto round) {
          if (is_there<Words::rows, at_once>(round * at_once + first_row))
            staged.word[Words::begin(round * at_once) + Words::begin(first_row) + k] = loaded[round];
        });
      }
    };
    // Nearly all blocks have only words of the number, whose places need no check.
    const bool inside = from.first_word + std::uint64_t{rounds * at_once - 1} * from.words_of_row +
                            static_cast<std::uint32_t>(count) <=
                        2 * from.digits.count;
    block.phase([&](int thread) {
      if (inside)
        copy(thread, [&](std::uint32_t k) { return half_limb(number, k); });
      else
        copy(thread, [&](std::uint32_t k) { return word_or_zero(from.digits, number, k); });
    });
  }
};

}  // namespace gbi::kernels
