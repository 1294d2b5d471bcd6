/// \file
/// Montgomery's product of long integers by one block, as convolutions of bytes on tensor cores
/// (model/byte_convolution.hpp). R = 2^(8 Bytes Runs), the modulus n is odd and below R, and remainders are
/// below R, not necessarily below n.
///
///   t = x y                             whole, a square's symmetric pairs once
///   q = -t / n modulo R                 low half
///   x y / R = floor(t / R) + floor(q n / R) + (t modulo R != 0)
///
/// The result is below R + n, so n is subtracted if it is not below R. Of q n, only the high half and the
/// four columns below it are computed: t + q n is a multiple of R, so its word below R, including the carry
/// into it, is a multiple of 2^32. That carry is less than 2^32, since a column's sum is below 2^28. So the
/// carry into the high half is the word's sum of columns, without the carry into it, divided by 2^32 and
/// rounded up.
///
/// Each warp convolves a pair of runs, then each thread adds up and carries the sums of a word. The excess of
/// a word is added to the next one. A carry that remains after that is rare (a random word has one with a
/// probability of 2^-15), so it is only recorded, and carries are propagated only if there is any.
///
/// Montgomery 1985; the low and high halves: e.g. Brent, Zimmermann, Modern Computer Arithmetic, 2.4.2.
#pragma once

#include <cstdint>

#include "kernels/bytes/run_operands.hpp"
#include "kernels/bytes/run_pairs.hpp"
#include "kernels/modular/block_carries.hpp"
#include "kernels/word/residue_word.hpp"

namespace gbi::kernels {

inline constexpr int byte_field_threads = 512;

/// Two neighbouring sums, stored or read at once.
struct alignas(8) two_sums {
  std::uint32_t of[2];
};
struct alignas(16) four_sums {
  std::uint32_t of[4];
};

GBI_DEVICE four_sums added(const four_sums& x, const four_sums& y) {
  return {{x.of[0] + y.of[0], x.of[1] + y.of[1], x.of[2] + y.of[2], x.of[3] + y.of[3]}};
}

template <int Bytes, int Runs>
struct byte_field_memory {
  static constexpr int words = Bytes / 4 * Runs;
  using rows_type = byte_rows_of_runs<Bytes, Runs>;
  using columns_type = byte_columns_of_runs<Bytes, Runs>;
  enum { x_rows, low_rows };
  enum { modulus, inverse, x_columns, y_columns };  ///< inverse = -1 / n modulo R

  rows_type rows[2];
  columns_type columns[4];
  alignas(16) std::uint32_t sums[2 * Runs * Runs][Bytes];  ///< layers
  std::uint32_t word[words];                               ///< words of the number that was carried last
  std::uint32_t low[words + 1];       ///< a word without the excess of the one before; 0 after the last word
  std::uint32_t excess[words + 1];    ///< the excess of the word before over 32 bits
  std::uint64_t below[warp_threads];  ///< the sum of the word below the high half, one part per lane
  std::uint64_t all_below;
  std::uint32_t top;        ///< the last word of t modulo R
  std::uint32_t over;       ///< the excess of the last word
  std::uint32_t has_carry;  ///< whether any carry remains
  block_carry_memory<byte_field_threads> carries;
  union {
    run_pair_words words;
    run_pair_table table;
  } pairs;
};

template <class Block, int Bytes, int Runs>
class byte_field {
 public:
  using memory = byte_field_memory<Bytes, Runs>;
  static constexpr int words = memory::words, run_words = Bytes / 4;
  static_assert(Block::threads == byte_field_threads && Block::threads == run_warps * warp_threads &&
                words <= byte_field_threads && Runs <= longest_runs);

  GBI_DEVICE byte_field(Block& block, memory& shared) : block_(&block), shared_(&shared) {}

  /// Starts with the modulus whose words are modulus_at(word), and finds its inverse by Newton's iteration:
  /// for y = -(1 + e) / n the next one is y (2 + n y) = -(1 - e^2) / n.
  template <class WordAt>
  GBI_DEVICE void open(const WordAt& modulus_at) const {
    memory& shared = *shared_;
    block_->phase([&](int thread) {
      for (auto& all : shared.rows) clear(thread, all.words);
      for (auto& all : shared.columns) clear(thread, all.words);
      if (thread == 0) shared.low[words] = shared.has_carry = 0;
      unroll<sizeof(run_pair_words) / 4>([&](auto i) {
        constexpr std::uint32_t word = packed_run_pairs<Runs>.word[i];
        if (thread == i) shared.pairs.words.word[i] = word;
      });
    });
    block_->phase([&](int thread) {
      if (thread >= words) return;
      const auto next = [&](const auto& word_at) { return thread + 1 < words ? word_at(thread + 1) : 0; };
      const std::uint32_t first = thread == 0 ? negative_inverse(modulus_at(0)) : 0;
      put(thread, modulus_at(thread), next(modulus_at), no_operand, memory::modulus);
      put(thread, first, 0, memory::low_rows, memory::inverse);
    });
    for (int step = 0; 1 << step / 2 < words; ++step) {
      const bool first = step % 2 == 0;
      convolve(product_part::low, memory::low_rows, first ? memory::modulus : memory::inverse);
      add_up([&](int word) { return sum_of(product_part::low, word) + (first && word == 0 ? 2 : 0); });
      carry(memory::low_rows, first ? no_operand : memory::inverse, false);
    }
  }

  /// x = the number whose words are x_at(word).
  template <class WordAt>
  GBI_DEVICE void set_x(const WordAt& x_at) const {
    block_->phase([&](int thread) {
      if (thread >= words) return;
      const std::uint32_t x = x_at(thread);
      put(thread, x, thread + 1 < words ? x_at(thread + 1) : 0, memory::x_rows, memory::x_columns);
      shared_->word[thread] = x;
    });
  }
  /// y = the number whose words are y_at(word).
  template <class WordAt>
  GBI_DEVICE void set_y(const WordAt& y_at) const {
    block_->phase([&](int thread) {
      if (thread >= words) return;
      put(thread, y_at(thread), thread + 1 < words ? y_at(thread + 1) : 0, no_operand, memory::y_columns);
    });
  }
  /// Inside a phase: a word of x.
  GBI_DEVICE std::uint32_t x_word(int word) const { return shared_->word[word]; }

  /// x = x y / R, or x^2 / R. The three steps form a loop, so that they share one copy of the code.
  GBI_DEVICE void multiply(bool squares) const {
    memory& shared = *shared_;
    per_thread<Block, std::uint64_t> high;
    block_->lone_phase([&](int thread) { high[thread] = 0; });
#if defined(__CUDACC__)
#pragma unroll 1
#endif
    for (int step = 0; step < 3; ++step) {
      const product_part part = step == 1   ? product_part::low
                                : step == 2 ? product_part::high
                                : squares   ? product_part::square
                                            : product_part::whole;
      if (step == 2) add_below();
      convolve(part, step == 0 ? memory::x_rows : memory::low_rows,
               step == 1   ? memory::inverse
               : step == 2 ? memory::modulus
               : squares   ? memory::x_columns
                           : memory::y_columns);
      add_up(
          [&](int word) {
            if (step == 0) high[word] = sum_of(part, words + word);
            if (step == 1 && word == 0) {
              high[word] += shared.over;
              shared.top = shared.word[words - 1];
            }
            return step < 2 ? sum_of(part, word) : sum_of(part, words + word) + high[word];
          },
          [&]() {
            const std::uint64_t sum = shared.all_below + shared.top;
            return step < 2 ? 0 : static_cast<std::uint32_t>((sum + ~std::uint32_t{0}) >> 32);
          });
      if (step < 2)
        carry(memory::low_rows, no_operand, false);
      else
        carry(memory::x_rows, memory::x_columns, true);
    }
  }

  /// Words of x modulo n, if x is at most n.
  GBI_DEVICE void reduce() const {
    subtract_modulus(false);
  }

 private:
  static constexpr int no_operand = -1;

  template <std::size_t Count>
  GBI_DEVICE static void clear(int thread, std::uint32_t (&all)[Count]) {
    for (std::size_t i = static_cast<std::uint32_t>(thread); i < Count; i += Block::threads) all[i] = 0;
  }
  GBI_DEVICE static int warp_of(int thread) {
    return thread / warp_threads;
  }
  GBI_DEVICE static int lane_of(int thread) {
    return thread % warp_threads;
  }

  /// -1 / n modulo 2^32: three bits are right at first.
  GBI_DEVICE static std::uint32_t negative_inverse(std::uint32_t n) {
    std::uint32_t inverse = n;
    for (int step = 0; step < 4; ++step) inverse *= 2 - n * inverse;
    return 0 - inverse;
  }

  /// Inside a phase: writes a word of a number, for the named rows and columns.
  GBI_DEVICE void put(int word, std::uint32_t x, std::uint32_t next, int rows, int columns) const {
    if (rows != no_operand) shared_->rows[rows].put(word, x);
    if (columns != no_operand) shared_->columns[columns].put(word, x, next);
  }

  GBI_DEVICE const run_pairs& pairs_of(product_part part) const {
    return shared_->pairs.table.of[static_cast<int>(part)];
  }
  GBI_DEVICE std::uint32_t modulus_word(int word) const {
    return shared_->columns[memory::modulus].word(word);
  }

  /// The sums of all pairs of runs, each in its layers.
  GBI_DEVICE void convolve(product_part part, int rows, int columns) const {
    constexpr int half = Bytes / tile_bytes;
    memory& shared = *shared_;
    per_thread<Block, convolution_sums<2 * half>> sums;
    block_->lone_phase([&](int thread) { sums[thread] = {}; });
    const auto operands_for = [&](pair_part wanted) {
      return [&, wanted](int thread) {
        const run_pair& pair = pairs_of(part).of[warp_of(thread)];
        return convolution_operands<Bytes>{shared.rows[rows].run(pair.i), shared.columns[columns].run(pair.j),
                                           memory::columns_type::copy_pitch, pair.part == wanted};
      };
    };
    block_->template convolve_bytes<Bytes, 2 * half>(sums, operands_for(pair_part::whole));
    block_->template convolve_bytes<Bytes, half>(sums, operands_for(pair_part::lower));
    block_->template convolve_bytes<Bytes, 2 * half, half>(sums, operands_for(pair_part::upper));
    block_->phase([&](int thread) {
      const run_pair pair = pairs_of(part).of[warp_of(thread)];
      const auto store = [&](int layer, int from) {
        std::uint32_t* const to = shared.sums[layer] + 2 * lane_of(thread);
        repeat<2 * half>([&](int i) {
          const auto& sum = sums[thread].of[from + i / 2][i % 2];
          *reinterpret_cast<two_sums*>(to + 64 * i) = {sum[0] << pair.twice, sum[1] << pair.twice};
        });
      };
      if (pair.part == pair_part::whole || pair.part == pair_part::lower) store(pair.lower, 0);
      if (pair.part == pair_part::whole || pair.part == pair_part::upper) store(pair.upper, half);
    });
  }

  /// Inside a phase: the sum of all layers of a word of a product.
  GBI_DEVICE std::uint64_t sum_of(product_part part, int word) const {
    const std::uint8_t* const begin = pairs_of(part).begin + word / run_words;
    const std::uint32_t* const from = shared_->sums[begin[0]] + 4 * (word % run_words);
    const int layers = begin[1] - begin[0];
    four_sums sum = {};
    unroll<2 * Runs - 1>([&](auto layer) {
      if (layer < layers) sum = added(sum, *reinterpret_cast<const four_sums*>(from + layer * Bytes));
    });
    return joined(sum.of);
  }

  /// A free warp adds up the four columns below the high half of q n. word[] contains q.
  GBI_DEVICE void add_below() const {
    memory& shared = *shared_;
    const int warp = pairs_of(product_part::high).free_warp;
    block_->warp_phase([&](int thread) {
      if (warp_of(thread) != warp) return;
      std::uint32_t sum[4] = {0, 0, 0, 0};
      for (int word = lane_of(thread); word < words; word += warp_threads) {
        const std::uint32_t n = reversed_bytes(modulus_word(words - 1 - word)), q = shared.word[word];
        const std::uint32_t before = word > 0 ? shared.word[word - 1] : 0;
        repeat<4>([&](int k) {
          sum[k] = byte_dot_product(n, k == 3 ? q : joined_bytes(before, q, k + 1), sum[k]);
        });
      }
      shared.below[lane_of(thread)] = joined(sum);
    });
    block_->lone_phase([&](int thread) {
      if (thread != warp * warp_threads) return;
      std::uint64_t all = 0;
      repeat<warp_threads>([&](int lane) { all += shared.below[lane]; });
      shared.all_below = all;
    });
  }

  /// Sums of words, and their excess. sum_at(word) runs in the word's thread, carry_in() in the first.
  template <class SumAt, class CarryIn>
  GBI_DEVICE void add_up(const SumAt& sum_at, const CarryIn& carry_in) const {
    memory& shared = *shared_;
    block_->phase([&](int thread) {
      if (thread >= words) return;
      const std::uint64_t sum = sum_at(thread);
      shared.low[thread] = static_cast<std::uint32_t>(sum);
      shared.excess[thread + 1] = static_cast<std::uint32_t>(sum >> 32);
      if (thread != 0) return;
      shared.excess[0] = carry_in();
      shared.has_carry = 0;
    });
  }
  template <class SumAt>
  GBI_DEVICE void add_up(const SumAt& sum_at) const {
    add_up(sum_at, []() { return std::uint32_t{0}; });
  }

  /// Makes the words, and their rows and columns. The excess of the last word is left in `over` or, if
  /// `bounded`, the modulus is subtracted once if there is any excess.
  GBI_DEVICE void carry(int rows, int columns, bool bounded) const {
    memory& shared = *shared_;
    if (bounded && shared.excess[words] != 0) subtract_from_sums();
    block_->phase([&](int thread) {
      if (thread >= words) return;
      const std::uint32_t in = shared.excess[thread], x = shared.low[thread] + in;
      const bool last = thread == words - 1;
      std::uint32_t left = x < in ? 1 : 0;
      put(thread, x, last ? 0 : shared.low[thread + 1] + shared.excess[thread + 1], rows, columns);
      shared.word[thread] = x;
      if (last) {
        const std::uint32_t over = shared.excess[words] + left;
        shared.over = over;
        left = bounded ? over : 0;
      }
      if (left != 0) shared.has_carry = 1;
    });
    if (shared.has_carry == 0) return;
    carry_all();
    if (bounded && shared.over != 0) subtract_modulus(true);
    block_->phase([&](int thread) {
      if (thread < words)
        put(thread, shared.word[thread], thread + 1 < words ? shared.word[thread + 1] : 0, rows, columns);
    });
  }

  /// Subtracts the modulus from words that are not carried yet and exceed R, by subtracting R and adding R -
  /// n.
  GBI_DEVICE void subtract_from_sums() const {
    memory& shared = *shared_;
    per_thread<Block, std::uint64_t> sum;
    block_->phase([&](int thread) {
      if (thread < words)
        sum[thread] = std::uint64_t{shared.low[thread]} + shared.excess[thread] + ~modulus_word(thread) +
                      (thread == 0 ? 1 : 0);
    });
    block_->phase([&](int thread) {
      if (thread >= words) return;
      shared.low[thread] = static_cast<std::uint32_t>(sum[thread]);
      shared.excess[thread + 1] = static_cast<std::uint32_t>(sum[thread] >> 32);
      if (thread == 0) shared.excess[0] = 0;
    });
  }

  /// Adds the remaining carries of the words.
  GBI_DEVICE void carry_all() const {
    memory& shared = *shared_;
    per_thread<Block, bool> generate, propagate;
    per_thread<Block, std::uint32_t> in, out;
    block_->lone_phase([&](int thread) {
      const bool has_word = thread < words;
      const std::uint32_t x = has_word ? shared.word[thread] : 0;
      generate[thread] = has_word && x < shared.excess[thread];
      propagate[thread] = has_word && x == ~std::uint32_t{0};
    });
    find_carries<words>(*block_, shared.carries, generate, propagate, 0, in, out);
    block_->phase([&](int thread) {
      if (thread >= words) return;
      shared.word[thread] += in[thread];
      if (thread == words - 1) shared.over = shared.excess[words] + out[thread];
    });
  }

  /// word -= n, modulo R if `always`, otherwise only if word >= n.
  GBI_DEVICE void subtract_modulus(bool always) const {
    memory& shared = *shared_;
    per_thread<Block, bool> generate, propagate;
    per_thread<Block, std::uint32_t> difference, in, out;
    block_->lone_phase([&](int thread) {
      // A borrow is a missing carry: x - n = x + ~n + 1.
      const bool has_word = thread < words;
      const std::uint32_t x = has_word ? shared.word[thread] : 0;
      difference[thread] = has_word ? x + ~modulus_word(thread) : 0;
      generate[thread] = has_word && difference[thread] < x;
      propagate[thread] = has_word && difference[thread] == ~std::uint32_t{0};
    });
    find_carries<words>(*block_, shared.carries, generate, propagate, 1, in, out);
    block_->phase([&](int thread) {
      if (thread < words && (always || out[thread] != 0))
        shared.word[thread] = difference[thread] + in[thread];
    });
  }

  Block* block_;
  memory* shared_;
};

}  // namespace gbi::kernels
