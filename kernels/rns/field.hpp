/// \file
/// Montgomery's product in residues. A state is an element's residues x mod a_i and x / B_i mod b_i; four
/// lanes share an element. The product of x and y modulo N is
///
///   q_i = -x y / (N A_i) mod a_i
///   z_i = B_i / A (x y / B_i^2 + N / B_i^2 (sum of q_j A_j)) mod b_i   first base extension, uncorrected
///   z = (sum of z_i B_i) - k B, modulo a_i                             second one, with its rank k
///
/// z = (x y + q N) / A for some q < 2 n A, so z < (2 n + 1) N if x and y are (with n primes in each base).
/// The rank is found from the upper parts of the residues. docs/rns.md has the proofs. Sources: S. Kawamura,
/// M. Koike, F. Sano, A. Shimbo, EUROCRYPT 2000; J.-C. Bajard, L. Imbert, IEEE Trans. Computers 53 (2004).
///
/// A lane's residues are in its registers. If they are too many for that, its registers hold the base that
/// an extension reads, and memory of the lane both.
///
/// Cost of a product: 2 (4 Q)^2 products of bytes by 4 for Q quads; for each of 4 Q residues, 5 wide products
/// of words, 4 reductions (a low and a high product) and 2 folds of byte sums (a low product).
#pragma once

#include "kernels/model/in_memory.hpp"
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
  /// One base. of[row][quad]
  struct residues {
    std::uint32_t of[Team::rows][2 * Team::pairs];
  };
  using value = per_thread<Block, state>;
  using one_base = per_thread<Block, residues>;
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

  /// x = x y / A modulo the modulus. y_of(thread, row, base, pair) is a pair of y's residues.
  template <class Y>
  GBI_DEVICE void multiply(value& x, const Y& y_of, const packs& modulus) {
    one_base digits;
    quotient(digits, x, y_of, modulus);
    to_second(x, digits, y_of, modulus);
    copy_second(digits, x);
    extend(
        1, digits, [](int, int, int) { return std::uint64_t{0}; },
        [&](int thread, int row, int quad, const digit_sums& sums, std::uint64_t) {
          x[thread].of[0][row][quad] = word_of(sums, prime(0, quad, thread).prime.value);
        });
  }

  /// The digits of x y / A in the second base, below 2 n, with their rank. Destroys x.
  template <class Y>
  GBI_DEVICE void multiply_last(one_base& digits, value& x, const Y& y_of, const packs& modulus) {
    quotient(digits, x, y_of, modulus);
    set_rank(digits, 0);
    to_second(x, digits, y_of, modulus);
    copy_second(digits, x);
  }

  /// The four byte sums of a residue.
  using digit_sums = std::uint32_t[4];

  /// Calls out(thread, row, quad, sums, ahead) for every row and quad, where `sums` is the product of the
  /// bytes of x and a matrix. ahead_of(thread, row, pair) is called before the product and returns
  /// `ahead`.
  template <class Ahead, class Out>
  GBI_DEVICE void extend(int matrix, const one_base& x, const Ahead& ahead_of, const Out& out) {
    unroll<Team::groups>([&](auto group) { extend_to<group>(matrix, x, ahead_of, out); });
  }

  /// As above without `ahead`, for results that are stored. nvcc would begin the products of all groups,
  /// whose sums registers do not hold, if no barrier kept it from that.
  template <class Out>
  GBI_DEVICE void extend_stored(int matrix, const one_base& x, const Out& out) {
    unroll<Team::groups>([&](auto group) {
      extend_to<group>(
          matrix, x, [](int, int, int) { return std::uint64_t{0}; },
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

  /// A word below 27/32 2^32.
  GBI_DEVICE static std::uint32_t word_of(const digit_sums& sums, std::uint32_t p) {
    const std::uint32_t word = folded(sums, p);
    return has_wide_gaps(Team::quads) ? lowered(word, p) : word;
  }
  GBI_DEVICE std::uint32_t product_of(std::uint32_t word, std::uint64_t y, int base, int quad,
                                      int thread) const {
    return reduced(multiplied(word, half_of(y, quad)), prime(base, quad, thread).prime);
  }

  /// The digits of the quotient. If registers hold x, its second base becomes that of x y / 2^32 now, so that
  /// all these products are independent; else in to_second(), which reads it from memory anyway.
  template <class Y>
  GBI_DEVICE void quotient(one_base& digits, value& x, const Y& y_of, const packs& modulus) {
    block_->lone_phase([&](int thread) {
      each([&](int base, int pair, int row) {
        if (Team::in_memory && base == 1) return;
        const std::uint64_t y = y_of(thread, row, base, pair);
        const std::uint64_t constants = base == 0 ? modulus[thread][place(0, pair, row)] : 0;
        of_pair(pair, [&](int quad) {
          const std::uint32_t product = product_of(x[thread].of[base][row][quad], y, base, quad, thread);
          if (base == 0)
            digits[thread].of[row][quad] = product_of(product, constants, 0, quad, thread);
          else
            x[thread].of[1][row][quad] = product;
        });
      });
    });
  }

  /// The second base of x = the product's digits.
  template <class Y>
  GBI_DEVICE void to_second(value& x, const one_base& digits, const Y& y_of, const packs& modulus) {
    extend(
        0, digits, [&](int thread, int row, int pair) { return modulus[thread][place(1, pair, row)]; },
        [&](int thread, int row, int quad, const digit_sums& sums, std::uint64_t constants) {
          const rns_prime by = prime(1, quad, thread);
          std::uint32_t word = x[thread].of[1][row][quad];
          if constexpr (Team::in_memory)
            word = product_of(word, y_of(thread, row, 1, quad / 2), 1, quad, thread);
          const std::uint64_t quotient = multiplied(word_of(sums, by.prime.value), half_of(constants, quad));
          x[thread].of[1][row][quad] = reduced(multiplied(word, by.product, quotient), by.prime);
        });
  }

  /// digits = the second base of x, with its rank.
  GBI_DEVICE void copy_second(one_base& digits, const value& x) {
    block_->lone_phase([&](int thread) {
      repeat<Team::quads>([&](int quad) {
        repeat<Team::rows>([&](int row) { digits[thread].of[row][quad] = x[thread].of[1][row][quad]; });
      });
    });
    set_rank(digits, 1u << 15);
  }

  /// Sets the last word of an element, which belongs to its last lane, to the rank: the number of multiples
  /// of the base's product by which the sum of residues times cofactors exceeds the number. It is computed
  /// from the residues without their lower 14 bits, plus `offset` / 2^16, rounded down. The matrices have a
  /// row for it.
  GBI_DEVICE void set_rank(one_base& x, std::uint32_t offset) {
    words sum;
    block_->lone_phase([&](int thread) {
      repeat<Team::rows>([&](int row) {
        std::uint32_t upper = 0;
        repeat<Team::quads>([&](int quad) { upper += x[thread].of[row][quad] >> 14; });
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
        std::uint32_t& last = x[thread].of[row][Team::quads - 1];
        last = thread % 4 == 3 ? (sum[thread].of[row] + offset) >> 16 : last;
      });
    });
  }

  /// For the quads of one group. Groups follow each other in order, those of both matrices in turn.
  template <int Group, class Ahead, class Out>
  GBI_DEVICE void extend_to(int matrix, const one_base& x, const Ahead& ahead_of, const Out& out) {
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
          const auto& rows = x[thread].of;
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
