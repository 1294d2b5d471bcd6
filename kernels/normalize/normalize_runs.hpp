/// \file
/// Converts coefficients of 64 bits to limbs on cores. A thread takes a run of neighbouring limbs and carries
/// from limb to limb in registers; a core has no use for the words in between and the ballots of
/// normalize_kernel. 64 digits of b bits are b limbs, so all runs begin with both a digit and a limb. Threads
/// are therefore elements of vectors, which take the same steps.
///
/// A limb's sum is its column (column.hpp) and what the column below leaves, the words above the lowest of a
/// sum of 128 bits. It cannot overflow: both are biased, so the column is below 2^128 - 2^65 + 2, and the
/// rest below 2^64. The first limb of a run does not wait for the run below, whose rest is added when all
/// runs are done. The first limb of a tile gets the middle word of the column below, which the tile computes
/// again, and a carry of 0 or 1 from the tile before it. A tile waits for that carry only after its own sums.
/// The lowest limb of a number gets the share of a bias that is subtracted from all columns.
///
/// Reads 8 bytes per coefficient and writes 8 per limb. Eight operations per coefficient.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/overlap.hpp"
#include "kernels/verify/gate.hpp"

namespace gbi::kernels {

inline constexpr int normalized_runs = 8;  ///< of a tile

struct normalize_runs_memory {
  limb rest[normalized_runs];  ///< of each run, for the limb after it
  tile_carry before;           ///< what arrives at the tile
};

struct normalize_runs_kernel : kernel<normalize_arguments, normalized_runs, 1, normalize_runs_memory> {
  static constexpr bool in_order = true;
  static constexpr bool of_vectors = true;
  static constexpr bool repairs = true;

  /// The limbs of a run, a multiple of the digits' width. No tile is shorter than those of the chain.
  GBI_BOTH static constexpr std::uint32_t run_of(std::uint32_t digit_bits) {
    constexpr std::uint32_t least = carry_tile_limbs / normalized_runs;
    return (least + digit_bits - 1) / digit_bits * digit_bits;
  }
  /// The tiles of a problem.
  GBI_BOTH static std::uint32_t tiles_of(const arguments& a) {
    const std::uint32_t tile = run_of(a.digit_bits) * normalized_runs;
    return static_cast<std::uint32_t>((a.limb_count + tile - 1) / tile);
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const arguments a = args;  // a copy, which the limbs cannot alias
    const tile_position at = tile_position::of(block);
    const tile_limbs tile(a, at);
    if (tile.is_whole(a) && a.digit_bits >= narrowest_together)
      sum_together(block, shared, a, tile);
    else
      block.phase([&](int thread) { shared.rest[thread] = sum_run(a, tile, thread); });
    find_carry(block, shared, a, at);
    block.template phase<1>([&](int) {
      limb* const limbs = tile.limbs;
      limb below = at.tile == 0 ? lowest_share : middle_of(a, tile, tile.first - 1);
      const bool arrives = shared.before == tile_carry::generate;
      bool carry = add_to(limbs, tile.first, tile.begin_of(1), below);
      if (arrives) carry = add_to(limbs, tile.first, tile.begin_of(1), 1) || carry;
      for (int run = 1; run < threads; ++run) {
        below = shared.rest[run - 1] + (carry ? 1 : 0);
        carry = add_to(limbs, tile.begin_of(run), tile.begin_of(run + 1), below);
      }
      const std::uint64_t end = tile.begin_of(threads);
      if (end < a.limb_count)
        publish_state(block, a.chain, at,
                      shared.rest[threads - 1] + (carry ? 1 : 0) != middle_of(a, tile, end - 1)
                          ? tile_carry::generate
                          : tile_carry::kill);
      if (at.tile == 0) a.sign.obey();
    });
  }

 private:
  static constexpr limb top_bit = limb{1} << (limb_bits - 1);
  /// The bias of a column is 2^127, less the share 2^63 of the column below.
  static constexpr limb lowest_share = top_bit;

  /// The limbs and coefficients of a tile.
  struct tile_limbs {
    limb* limbs;                       ///< of the problem
    const std::int64_t* coefficients;  ///< of the problem
    std::uint64_t first, count;        ///< the first limb of the tile, and the limbs of the problem
    std::uint32_t run;
    std::uint64_t first_digit;  ///< at or below the first digit of the limb before the tile
    overlapping_pieces pieces;  ///< from that digit on

    GBI_DEVICE tile_limbs(const normalize_arguments& a, tile_position at)
        : limbs(a.limbs + at.problem * a.limb_stride),
          coefficients(a.coefficients + at.problem * a.coefficient_stride),
          first(std::uint64_t{at.tile} * (run_of(a.digit_bits) * normalized_runs)),
          count(a.limb_count),
          run(run_of(a.digit_bits)),
          first_digit(at.tile == 0 ? 0 : (first / a.digit_bits - 1) * limb_bits),
          pieces(a, static_cast<std::int64_t>(first_digit)) {
      static_assert(
          [] {
            for (std::uint32_t b = 1; b <= 32; ++b)
              if (run_of(b) * normalized_runs + b > shortest_piece_limbs) return false;
            return true;
          }(),
          "a tile touches two pieces at most");
    }
    GBI_DEVICE std::uint64_t begin_of(int index) const {
      const std::uint64_t begin = first + std::uint64_t{run} * static_cast<std::uint32_t>(index);
      return begin < count ? begin : count;
    }
    /// Whether the problem has all limbs of the tile, and all coefficients in one piece.
    GBI_DEVICE bool is_whole(const normalize_arguments& a) const {
      const std::uint64_t end = first + std::uint64_t{run} * normalized_runs;
      return end <= count && pieces.is_alone(index_of(first / a.digit_bits * limb_bits),
                                             index_of(end / a.digit_bits * limb_bits));
    }
    GBI_DEVICE std::int32_t index_of(std::uint64_t digit) const {
      return static_cast<std::int32_t>(digit - first_digit);
    }
  };

  /// low + 2^64 high: a biased column.
  struct column {
    limb low = top_bit, high = top_bit - 1;

    /// Adds word 2^offset for offset < 64.
    GBI_DEVICE void add(std::int64_t word, std::uint32_t offset) {
      add(word, offset, word >> 1 >> (limb_bits - 1 - offset));
    }
    /// As above, for offset > 0.
    GBI_DEVICE void add_above(std::int64_t word, std::uint32_t offset) {
      add(word, offset, word >> (limb_bits - offset));
    }
    /// Adds what the column below leaves. \returns the limb
    GBI_DEVICE limb settle(limb& rest) const {
      const limb sum = low + rest;
      rest = high + (sum < low ? 1 : 0);
      return sum;
    }

   private:
    GBI_DEVICE void add(std::int64_t word, std::uint32_t offset, std::int64_t upper) {
      const limb lower = static_cast<limb>(word) << offset;
      low += lower;
      high += static_cast<limb>(upper) + (low < lower ? 1 : 0);
    }
  };

  /// With narrower digits, more than five begin in a limb.
  static constexpr std::uint32_t narrowest_together = 13;

  /// The sums of all runs of a whole tile, limb by limb.
  template <class Block>
  GBI_DEVICE static void sum_together(Block& block, shared_memory& shared, const arguments& a,
                                      const tile_limbs& tile) {
    const std::uint32_t b = a.digit_bits;
    const std::int64_t limbs_apart = tile.run;
    const std::int64_t digits_apart = std::int64_t{tile.run / b} * std::int64_t{limb_bits};
    const std::int64_t* from = tile.pieces.own(tile.coefficients, tile.index_of(tile.first / b * limb_bits));
    limb* to = tile.limbs + tile.first;
    per_thread<Block, limb> rest;
    block.phase([&](int thread) { rest[thread] = 0; });
    std::uint32_t offset = 0;
    const auto sum_limbs = [&]<int Digits>() {
      block.phase([&](int thread) {
        const std::int64_t* const digit = from + thread * digits_apart;
        column sum;
        sum.add(digit[0], offset);
        unroll<Digits - 1>(
            [&](auto i) { sum.add_above(digit[i + 1], offset + static_cast<std::uint32_t>(i + 1) * b); });
        to[thread * limbs_apart] = sum.settle(rest[thread]);
      });
      from += Digits;
      offset = offset + Digits * b - limb_bits;
    };
    for (const limb* const end = to + tile.run; to != end; ++to) {
      const std::uint32_t more = (limb_bits - 1 - offset) / b;  // digits after the first one
      if (more == 1)
        sum_limbs.template operator()<2>();
      else if (more == 2)
        sum_limbs.template operator()<3>();
      else if (more == 3)
        sum_limbs.template operator()<4>();
      else
        sum_limbs.template operator()<5>();
    }
    block.phase([&](int thread) { shared.rest[thread] = rest[thread]; });
  }

  /// The column of a limb, from the coefficients that exist. \param next the first coefficient that may begin
  /// in it, and then the first one above
  GBI_DEVICE static column column_of(const arguments& a, const tile_limbs& tile, std::uint64_t at,
                                     std::uint64_t& next) {
    column sum;
    for (; next * a.digit_bits < (at + 1) * limb_bits; ++next)
      sum.add(tile.pieces.sum(tile.coefficients, tile.index_of(next)),
              static_cast<std::uint32_t>(next * a.digit_bits - at * limb_bits));
    return sum;
  }
  GBI_DEVICE static limb middle_of(const arguments& a, const tile_limbs& tile, std::uint64_t at) {
    std::uint64_t next = (at * limb_bits + a.digit_bits - 1) / a.digit_bits;
    return column_of(a, tile, at, next).high;
  }
  /// Writes the limbs of one run. \returns what it leaves for the next limb
  GBI_DEVICE static limb sum_run(const arguments& a, const tile_limbs& tile, int index) {
    const std::uint64_t begin = tile.begin_of(index), end = tile.begin_of(index + 1);
    std::uint64_t next = begin / a.digit_bits * limb_bits;
    limb rest = 0;
    for (std::uint64_t l = begin; l < end; ++l) tile.limbs[l] = column_of(a, tile, l, next).settle(rest);
    return rest;
  }

  /// Adds a limb to the number in limbs [begin, end). \returns the carry
  GBI_DEVICE static bool add_to(limb* limbs, std::uint64_t begin, std::uint64_t end, limb value) {
    bool carry = false;
    for (std::uint64_t l = begin; value != 0 && l < end; ++l) {
      const limb sum = limbs[l] + value;
      carry = sum < value;
      limbs[l] = sum;
      value = carry ? 1 : 0;
    }
    return carry;
  }

  /// Leaves in shared memory what arrives at a tile.
  template <class Block>
  GBI_DEVICE static void find_carry(Block& block, shared_memory& shared, const arguments& a,
                                    tile_position at) {
    for (;;) {
      block.template phase<1>([&](int) {
        shared.before =
            at.tile == 0
                ? tile_carry::kill
                : carry_of(block.observe_alone(a.chain.states + std::uint64_t{at.problem} * a.chain.tiles +
                                               at.tile - 1),
                           a.chain.epoch);
      });
      if (shared.before != tile_carry::unknown) return;
      block.pause(100);
    }
  }
};

}  // namespace gbi::kernels
