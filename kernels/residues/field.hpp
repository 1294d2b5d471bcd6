/// \file
/// Montgomery's product in residues. A state is an element's residues x mod a_i and x / B_i mod b_i; four
/// lanes share an element, and all residues of a lane are in its registers. The product of x and y modulo n
/// is
///
///   q_i = -x y / (n A_i) mod a_i
///   z_i = x y / (A B_i) + n / (A B_i) (sum of q_j A_j) mod b_i       first base extension, uncorrected
///   z = (sum of z_i B_i) - k B, modulo a_i                           second one, with its rank k
///
/// z = (x y + q n) / A for some q < (n + 1) A, so z < (n + 1) n if x and y are (with n primes). The rank is
/// found from the residues' upper halves. docs/residues.md has the proofs.
/// Sources: S. Kawamura, M. Koike, F. Sano, A. Shimbo, EUROCRYPT 2000; J.-C. Bajard, L. Imbert, IEEE Trans.
/// Computers 53 (2004).
///
/// Cost of a product: 2 (4 Q)^2 products of bytes by 4 for Q quads, 5 products of words and 2 sums of bytes
/// for each of 4 Q residues.
#pragma once

#include "kernels/residues/matrices.hpp"
#include "kernels/word/residue.hpp"

namespace gbi::kernels {

/// \tparam Team is a residue_team.
template <class Block, class Team>
class residue_field {
 public:
  /// of[base][row][quad]
  struct state {
    std::uint32_t of[2][Team::rows][2 * Team::pairs];
  };
  using value = per_thread<Block, state>;
  /// What is a lane's own in packs of residues.
  using packs = per_thread<Block, const std::uint64_t*>;
  struct row_words {
    std::uint32_t of[Team::rows];
  };
  using words = per_thread<Block, row_words>;

  GBI_DEVICE residue_field(Block& block, typename Team::memory& shared, const residue_matrices& by)
      : block_(&block), stream_(block, shared, by) {}

  GBI_DEVICE void finish() { stream_.finish(); }

  /// The pack of a thread, and an element that it shares.
  GBI_DEVICE std::uint64_t pack(int thread) const {
    return std::uint64_t{block_->index()} * Team::warps + static_cast<std::uint32_t>(thread / warp_threads);
  }
  GBI_DEVICE std::uint64_t element(int thread, int row) const {
    return pack(thread) * elements_of_pack(Team::tiles) +
           static_cast<std::uint32_t>(16 * (row / 2) + 8 * (row % 2) + thread % warp_threads / 4);
  }
  GBI_DEVICE static int residue(int thread, int quad) { return 4 * quad + thread % 4; }
  /// The part of packs that is the lane's own, and the places of pairs of quads in it. Constant places are
  /// parts of instructions; otherwise a compiler keeps an address for each of them.
  template <class Word>
  GBI_DEVICE Word* lane_of(Word* all, std::uint64_t stride, int thread) const {
    return all + pack(thread) * stride + thread % warp_threads;
  }
  GBI_DEVICE static constexpr int place(int base, int pair, int row) {
    return ((base * Team::pairs + pair) * Team::rows + row) * warp_threads;
  }
  GBI_DEVICE static std::uint32_t half_of(std::uint64_t pair, int quad) {
    return static_cast<std::uint32_t>(quad % 2 == 0 ? pair : pair >> 32);
  }

  /// Inside a phase. All packs of residues are given by what is the lane's own.
  GBI_DEVICE static void load(state& x, const std::uint64_t* lane) {
    each([&](int base, int pair, int row)
             GBI_INLINE { set(x, base, pair, row, lane[place(base, pair, row)]); });
  }
  GBI_DEVICE static void store(const state& x, std::uint64_t* lane) {
    each([&](int base, int pair, int row) GBI_INLINE {
      lane[place(base, pair, row)] = x.of[base][row][2 * pair] | std::uint64_t{x.of[base][row][2 * pair + 1]}
                                                                     << 32;
    });
  }
  GBI_DEVICE static void set(state& x, int base, int pair, int row, std::uint64_t word) {
    x.of[base][row][2 * pair] = half_of(word, 0);
    x.of[base][row][2 * pair + 1] = half_of(word, 1);
  }
  /// Calls body(base, pair, row) for all residues of a lane.
  template <class Body>
  GBI_DEVICE static void each(const Body& body) {
    repeat<2>([&](int base) GBI_INLINE {
      repeat<Team::pairs>([&](int pair) GBI_INLINE {
        repeat<Team::rows>([&](int row) GBI_INLINE { body(base, pair, row); });
      });
    });
  }

  /// x = x y / A. y_of(thread, row, base, pair) is a pair of y's residues. It may be x's own.
  template <class Y>
  GBI_DEVICE void multiply(value& x, const packs& modulus, const Y& y_of) {
    quotient(x, modulus, y_of);
    to_second(x, modulus, y_of, [](int, int, int) GBI_INLINE { return std::uint64_t{0}; });
    const words rank = ranks(x, 1, 1u << 15);
    extend(
        1, x, 1, [](int, int, int) GBI_INLINE { return std::uint64_t{0}; },
        [&](int thread, int row, int quad, std::uint64_t sum, std::uint64_t) GBI_INLINE {
          x[thread].of[0][row][quad] =
              residue_of_sum(multiplied(rank[thread].of[row], stream_.constant(rank_a, quad, thread), sum),
                             stream_.constant(gap_a, quad, thread));
        });
  }

  /// x = x y / A in the second base alone, below 2 n.
  template <class Y>
  GBI_DEVICE void multiply_last(value& x, const packs& modulus, const Y& y_of) {
    quotient(x, modulus, y_of);
    const words rank = ranks(x, 0, 0);
    to_second(x, modulus, y_of, [&](int thread, int row, int quad) GBI_INLINE {
      return std::uint64_t{rank[thread].of[row]} * stream_.constant(rank_b, quad, thread);
    });
  }

  /// The number of multiples of the base's product by which the sum of residues times cofactors exceeds the
  /// number: from the residues' upper halves, plus `offset` / 2^16, rounded down.
  GBI_DEVICE words ranks(const value& x, int base, std::uint32_t offset) const {
    words sum;
    block_->lone_phase([&](int thread) GBI_INLINE {
      repeat<Team::rows>([&](int row) GBI_INLINE {
        std::uint32_t upper = 0;
        repeat<Team::quads>([&](int quad) GBI_INLINE { upper += x[thread].of[base][row][quad] >> 16; });
        sum[thread].of[row] = upper;
      });
    });
    for (int mask = 1; mask < 4; mask *= 2) {
      const words other = block_->shuffle_xor(sum, mask);
      block_->lone_phase([&](int thread) GBI_INLINE {
        repeat<Team::rows>([&](int row) GBI_INLINE { sum[thread].of[row] += other[thread].of[row]; });
      });
    }
    block_->lone_phase([&](int thread) GBI_INLINE {
      repeat<Team::rows>([&](int row)
                             GBI_INLINE { sum[thread].of[row] = (sum[thread].of[row] + offset) >> 16; });
    });
    return sum;
  }

  /// out(thread, row, quad, sum, ahead) for every row and quad: `sum` is the product of the bytes of x in
  /// `base` and a matrix, a number of four sums of bytes. What ahead_of(thread, row, pair) returns is there
  /// before the product.
  template <class Ahead, class Out>
  GBI_DEVICE void extend(int matrix, const value& x, int base, const Ahead& ahead_of, const Out& out) {
    repeat<Team::quads / 2>([&](int pair) GBI_INLINE {
      const typename Team::quad_columns* const columns = stream_.next(matrix, pair);
      repeat<2 / Team::at_once>([&](int i) GBI_INLINE {
        extend_to<Team::at_once>(columns + i, 2 * pair + i, x, base, ahead_of, out);
      });
    });
    if constexpr (Team::quads % 2 == 1)
      extend_to<1>(stream_.next(matrix, Team::quads / 2), Team::quads - 1, x, base, ahead_of, out);
  }

  GBI_DEVICE std::uint32_t constant(residue_row row, int quad, int thread) const {
    return stream_.constant(row, quad, thread);
  }
  GBI_DEVICE Block& block() const { return *block_; }

 private:
  struct row_pairs {
    std::uint64_t of[Team::rows];
  };

  /// Base A of x = the digits of the quotient.
  template <class Y>
  GBI_DEVICE void quotient(value& x, const packs& modulus, const Y& y_of) {
    block_->lone_phase([&](int thread) GBI_INLINE {
      repeat<Team::pairs>([&](int pair) GBI_INLINE {
        repeat<Team::rows>([&](int row) GBI_INLINE {
          const std::uint64_t y = y_of(thread, row, 0, pair);
          const std::uint64_t constants = modulus[thread][place(0, pair, row)];
          repeat<2>([&](int half) GBI_INLINE {
            const int quad = 2 * pair + half;
            const std::uint32_t gap = stream_.constant(gap_a, quad, thread);
            std::uint32_t& word = x[thread].of[0][row][quad];
            word =
                residue_product(residue_product(word, half_of(y, half), gap), half_of(constants, half), gap);
          });
        });
      });
    });
  }

  /// Base B of x = the product's digits. more_of(thread, row, quad) is added to the extended quotient.
  template <class Y, class More>
  GBI_DEVICE void to_second(value& x, const packs& modulus, const Y& y_of, const More& more_of) {
    extend(
        0, x, 0,
        [&](int thread, int row, int pair) GBI_INLINE { return modulus[thread][place(1, pair, row)]; },
        [&](int thread, int row, int quad, std::uint64_t sum, std::uint64_t constants) GBI_INLINE {
          const std::uint32_t gap = stream_.constant(gap_b, quad, thread);
          const std::uint32_t q = residue_of_sum(sum + more_of(thread, row, quad), gap);
          const std::uint32_t y = half_of(y_of(thread, row, 1, quad / 2), quad);
          std::uint32_t& word = x[thread].of[1][row][quad];
          word = residue_sum(residue_product(word, y, gap), stream_.constant(leave_b, quad, thread), q,
                             half_of(constants, quad), gap);
        });
  }

  /// To the quads from `first` on, of which one pair is made.
  template <int Quads, class Ahead, class Out>
  GBI_DEVICE void extend_to(const typename Team::quad_columns* columns, int first, const value& x, int base,
                            const Ahead& ahead_of, const Out& out) {
    per_thread<Block, byte_sums<Team::tiles, Quads>> sums;
    per_thread<Block, row_pairs> ahead;
    block_->lone_phase([&](int thread) GBI_INLINE {
      sums[thread] = {};
      repeat<Team::rows>([&](int row)
                             GBI_INLINE { ahead[thread].of[row] = ahead_of(thread, row, first / 2); });
    });
    block_->template multiply_bytes<Team::pairs>(
        sums,
        [&](int thread, int tile, int step) GBI_INLINE {
          const auto& rows = x[thread].of[base];
          return byte_rows{rows[2 * tile][2 * step], rows[2 * tile + 1][2 * step],
                           rows[2 * tile][2 * step + 1], rows[2 * tile + 1][2 * step + 1]};
        },
        [&](int thread, int quad, int step)
            GBI_INLINE { return columns[quad].of[step][thread % warp_threads]; });
    block_->lone_phase([&](int thread) GBI_INLINE {
      repeat<Quads>([&](int quad) GBI_INLINE {
        repeat<Team::rows>([&](int row) GBI_INLINE {
          out(thread, row, first + quad, joined(sums[thread].of[quad][row / 2][row % 2]),
              ahead[thread].of[row]);
        });
      });
    });
  }

  Block* block_;
  matrix_stream<Block, Team> stream_;
};

}  // namespace gbi::kernels
