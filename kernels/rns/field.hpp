/// \file
/// Montgomery's product in residues. A state is an element's residues x mod a_i and x / B_i mod b_i; four
/// lanes share an element, and all residues of a lane are in its registers. The product of x and y modulo N
/// is
///
///   q_i = -x y / (N A_i) mod a_i
///   z_i = B_i / A (x y / B_i^2 + N / B_i^2 (sum of q_j A_j)) mod b_i   first base extension, uncorrected
///   z = (sum of z_i B_i) - k B, modulo a_i                             second one, with its rank k
///
/// z = (x y + q N) / A for some q < 2 n A, so z < (2 n + 1) N if x and y are (with n primes in each base).
/// The rank is found from the upper parts of the residues. docs/rns.md has the proofs. Sources: S. Kawamura,
/// M. Koike, F. Sano, A. Shimbo, EUROCRYPT 2000; J.-C. Bajard, L. Imbert, IEEE Trans. Computers 53 (2004).
///
/// Cost of a product: 2 (4 Q)^2 products of bytes by 4 for Q quads; for each of 4 Q residues, 5 wide products
/// of words, 4 reductions (a low and a high product) and 2 folds of byte sums (a low product).
#pragma once

#include "kernels/rns/matrices.hpp"
#include "kernels/word/residue_word.hpp"

namespace gbi::kernels {

/// \tparam Team is an rns_team.
template <class Block, class Team>
class rns_field {
 public:
  /// of[base][row][quad]
  struct state {
    std::uint32_t of[2][Team::rows][2 * Team::pairs];
  };
  using value = per_thread<Block, state>;
  /// A lane's own part of packs of residues.
  using packs = per_thread<Block, const std::uint64_t*>;
  struct row_words {
    std::uint32_t of[Team::rows];
  };
  using words = per_thread<Block, row_words>;

  GBI_DEVICE rns_field(Block& block, typename Team::memory& shared, const rns_matrices& by)
      : block_(&block), stream_(block, shared, by) {}

  GBI_DEVICE void finish() { stream_.finish(); }

  /// The pack of a thread, and an element that the thread shares.
  GBI_DEVICE std::uint64_t pack(int thread) const {
    return std::uint64_t{block_->index()} * Team::warps + static_cast<std::uint32_t>(thread / warp_threads);
  }
  GBI_DEVICE std::uint64_t element(int thread, int row) const {
    return pack(thread) * elements_of_pack(Team::tiles) +
           static_cast<std::uint32_t>(16 * (row / 2) + 8 * (row % 2) + thread % warp_threads / 4);
  }
  GBI_DEVICE static int residue(int thread, int quad) { return 4 * quad + thread % 4; }
  /// The lane's own part of packs, and the places of pairs of quads in it. Constant places are encoded in
  /// instructions; otherwise, a compiler would keep an address for each of them.
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

  /// Inside a phase. Packs of residues are passed as the lane's own part.
  GBI_DEVICE static void load(state& x, const std::uint64_t* lane) {
    each([&](int base, int pair, int row) { set(x, base, pair, row, lane[place(base, pair, row)]); });
  }
  GBI_DEVICE static void store(const state& x, std::uint64_t* lane) {
    each([&](int base, int pair, int row) { lane[place(base, pair, row)] = pair_of(x, base, pair, row); });
  }
  GBI_DEVICE static std::uint64_t pair_of(const state& x, int base, int pair, int row) {
    return x.of[base][row][2 * pair] | std::uint64_t{x.of[base][row][2 * pair + 1]} << 32;
  }
  GBI_DEVICE static void set(state& x, int base, int pair, int row, std::uint64_t word) {
    x.of[base][row][2 * pair] = half_of(word, 0);
    x.of[base][row][2 * pair + 1] = 2 * pair + 1 < Team::quads ? half_of(word, 1) : 0;
  }
  /// Calls body(base, pair, row) for all residues of a lane.
  template <class Body>
  GBI_DEVICE static void each(const Body& body) {
    repeat<2>([&](int base) {
      repeat<Team::pairs>([&](int pair) { repeat<Team::rows>([&](int row) { body(base, pair, row); }); });
    });
  }

  /// Multiplies the words of both states and divides by 2^32. `reduce` then makes a product of them.
  /// y_of(thread, row, base, pair) is a pair of y's residues.
  template <class Y>
  GBI_DEVICE void multiply(value& x, const Y& y_of) {
    block_->lone_phase([&](int thread) {
      each([&](int base, int pair, int row) {
        const std::uint64_t y = y_of(thread, row, base, pair);
        of_pair(pair, [&](int quad) {
          std::uint32_t& word = x[thread].of[base][row][quad];
          word = reduced(multiplied(word, half_of(y, quad)), prime(base, quad, thread).prime);
        });
      });
    });
  }
  /// x = x / A modulo the modulus, for multiplied words.
  GBI_DEVICE void reduce(value& x, const packs& modulus) {
    quotient(x, modulus);
    to_second(x, modulus);
    set_rank(x, 1, 1u << 15);
    extend(
        1, x, 1, [](int, int, int) { return std::uint64_t{0}; },
        [&](int thread, int row, int quad, const digit_sums& sums, std::uint64_t) {
          x[thread].of[0][row][quad] = folded(sums, prime(0, quad, thread).prime.value);
        });
  }

  /// As above, in the second base only, below 2 n, with its rank.
  GBI_DEVICE void reduce_last(value& x, const packs& modulus) {
    quotient(x, modulus);
    set_rank(x, 0, 0);
    to_second(x, modulus);
    set_rank(x, 1, 1u << 15);
  }

  /// The four byte sums of a residue.
  using digit_sums = std::uint32_t[4];

  /// Calls out(thread, row, quad, sums, ahead) for every row and quad, where `sums` is the product of the
  /// bytes of x in `base` and a matrix. ahead_of(thread, row, pair) is called before the product and returns
  /// `ahead`.
  template <class Ahead, class Out>
  GBI_DEVICE void extend(int matrix, const value& x, int base, const Ahead& ahead_of, const Out& out) {
    unroll<Team::groups>([&](auto group) { extend_to<group>(matrix, x, base, ahead_of, out); });
  }

  /// As above without `ahead`, for results that are stored. nvcc would begin the products of all groups,
  /// whose sums registers do not hold, if no barrier kept it from that.
  template <class Out>
  GBI_DEVICE void extend_stored(int matrix, const value& x, int base, const Out& out) {
    unroll<Team::groups>([&](auto group) {
      extend_to<group>(
          matrix, x, base, [](int, int, int) { return std::uint64_t{0}; },
          [&](int thread, int row, int quad, const digit_sums& sums, std::uint64_t) {
            out(thread, row, quad, sums);
          });
      block_->warp_phase([](int) {});
    });
  }

  GBI_DEVICE rns_prime prime(int base, int quad, int thread) const {
    return stream_.prime(base, quad, thread);
  }
  GBI_DEVICE Block& block() const { return *block_; }

 private:
  /// Calls body(quad) for the quads of a pair.
  template <class Body>
  GBI_DEVICE static void of_pair(int pair, const Body& body) {
    repeat<2>([&](int half) {
      if (2 * pair + half < Team::quads) body(2 * pair + half);
    });
  }

  /// Base A of x = the digits of the quotient.
  GBI_DEVICE void quotient(value& x, const packs& modulus) {
    block_->lone_phase([&](int thread) {
      repeat<Team::pairs>([&](int pair) {
        repeat<Team::rows>([&](int row) {
          const std::uint64_t constants = modulus[thread][place(0, pair, row)];
          of_pair(pair, [&](int quad) {
            std::uint32_t& word = x[thread].of[0][row][quad];
            word = reduced(multiplied(word, half_of(constants, quad)), prime(0, quad, thread).prime);
          });
        });
      });
    });
  }

  /// Base B of x = the product's digits.
  GBI_DEVICE void to_second(value& x, const packs& modulus) {
    extend(
        0, x, 0, [&](int thread, int row, int pair) { return modulus[thread][place(1, pair, row)]; },
        [&](int thread, int row, int quad, const digit_sums& sums, std::uint64_t constants) {
          const rns_prime by = prime(1, quad, thread);
          std::uint32_t& word = x[thread].of[1][row][quad];
          const std::uint64_t quotient = multiplied(folded(sums, by.prime.value), half_of(constants, quad));
          word = reduced(multiplied(word, by.product, quotient), by.prime);
        });
  }

  /// Sets the last word of an element, which belongs to its last lane, to the rank: the number of multiples
  /// of the base's product by which the sum of residues times cofactors exceeds the number. It is computed
  /// from the residues without their lower 14 bits, plus `offset` / 2^16, rounded down. The matrices have a
  /// row for it.
  GBI_DEVICE void set_rank(value& x, int base, std::uint32_t offset) {
    words sum;
    block_->lone_phase([&](int thread) {
      repeat<Team::rows>([&](int row) {
        std::uint32_t upper = 0;
        repeat<Team::quads>([&](int quad) { upper += x[thread].of[base][row][quad] >> 14; });
        sum[thread].of[row] = upper;
      });
    });
    for (int mask = 1; mask < 4; mask *= 2) {
      const words other = block_->shuffle_xor(sum, mask);
      block_->lone_phase([&](int thread) {
        repeat<Team::rows>([&](int row) { sum[thread].of[row] += other[thread].of[row]; });
      });
    }
    block_->lone_phase([&](int thread) {
      repeat<Team::rows>([&](int row) {
        std::uint32_t& last = x[thread].of[base][row][Team::quads - 1];
        last = thread % 4 == 3 ? (sum[thread].of[row] + offset) >> 16 : last;
      });
    });
  }

  /// For the quads of one group. Groups follow each other in order, those of both matrices in turn.
  template <int Group, class Ahead, class Out>
  GBI_DEVICE void extend_to(int matrix, const value& x, int base, const Ahead& ahead_of, const Out& out) {
    constexpr int first = first_of_group(Team::quads, Group), quads = quads_of_group(Team::quads, Group),
                  first_pair = first / 2, pairs = (first + quads + 1) / 2 - first_pair;
    struct row_pairs {
      std::uint64_t of[pairs][Team::rows];
    };
    per_thread<Block, byte_sums<Team::tiles, quads>> sums;
    per_thread<Block, row_pairs> ahead;
    block_->lone_phase([&](int thread) {
      repeat<pairs>([&](int pair) {
        repeat<Team::rows>(
            [&](int row) { ahead[thread].of[pair][row] = ahead_of(thread, row, first_pair + pair); });
      });
    });
    block_->template multiply_bytes<Team::pairs>(
        sums,
        [&](int thread, int tile, int step) {
          const auto& rows = x[thread].of[base];
          return byte_rows{rows[2 * tile][2 * step], rows[2 * tile + 1][2 * step],
                           rows[2 * tile][2 * step + 1], rows[2 * tile + 1][2 * step + 1]};
        },
        stream_.columns(matrix, Group));
    stream_.release(matrix, Group);
    block_->lone_phase([&](int thread) {
      repeat<quads>([&](int quad) {
        repeat<Team::rows>([&](int row) {
          out(thread, row, first + quad, sums[thread].of[quad][row / 2][row % 2],
              ahead[thread].of[(first + quad) / 2 - first_pair][row]);
        });
      });
    });
  }

  Block* block_;
  matrix_stream<Block, Team> stream_;
};

}  // namespace gbi::kernels
