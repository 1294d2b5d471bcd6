/// \file
/// A sum or a difference that is checked in the launch that computes it.
///
/// Threads keep their summands. Every limb must be the sum of its two summands and a carry. The carry that
/// leaves limb i is the majority of the top bits of the summands and of the complement of the result, so it
/// follows from the result, not from how the result was computed, and the check needs no chain. By induction,
/// it is as exact as a comparison with another sum would be.
///
/// The limbs before a tile determine the carry into it. Only if they propagate a carry does the tile look at
/// what the tile before has published. Every tile compares the carry that it has published with its highest
/// limb.
///
/// A difference has a carry out of its highest limb, as its second magnitude is not larger than the first. So
/// blocks that disagree about the order of the magnitudes also disagree about the carry between them, unless
/// all limbs below are equal. If the highest tile, which writes the sign, has the wrong order, it has no
/// carry out.
///
/// If the result is read again, that takes 8 bytes per limb of it.
#pragma once

#include "kernels/arithmetic/add.hpp"
#include "kernels/model/opaque.hpp"
#include "kernels/verify/told.hpp"
#include "kernels/word/carry_bits.hpp"

namespace gbi::kernels {

/// \tparam ReadsAgain Checks what was stored, read again from where other multiprocessors would read it.
/// Otherwise checks what threads have in registers: arithmetic, carries and what blocks hand over, but not
/// memory.
template <bool ReadsAgain>
struct checked_add_kernel : carry_kernel<checked_add_arguments> {
  static constexpr int rows = carry_tile_rows, warps = carry_tile_threads / warp_threads;
  struct shared_memory {
    add_kernel::shared_memory sum;
    tile_carry before;             ///< the carry into the tile, as far as thread 0 knows it
    tile_carry found;              ///< the carry into the tile, as published by the tile before
    tile_carry out;                ///< the carry out of the tile, as it was published
    std::uint32_t has_right_sign;  ///< 0 or 1; every flipped bit leaves a valid value, unlike in a bool
    std::uint32_t leaves[warps];   ///< the carries that leave the last 32 limbs of a warp
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const checked_add_arguments& args) {
    const add_arguments& a = args.sum;
    const std::uint32_t comparers = a.rule.comparers;
    tell_progress(block, args.report);
    const add_kernel::decision found = add_kernel::decide(block, shared.sum, a);
    if (block.index() < comparers) return;
    const tile_position at{block.batch(), block.index() - comparers};
    const add_kernel::summands pair_at(a.rule, a.a, a.b, found.turned, found.subtract, at);
    const result_of_tile out(a.out, at);
    const bool is_last = at.tile + 1 == a.chain.tiles;

    per_thread<Block, limb_pair> pairs[rows];
    per_thread<Block, limb> sums[rows];
    limb_checks<Block> checks;
    const tile_carries<Block> of_tile =
        add_tile<limb_pair>(block, shared.sum.lookahead, a.chain, at, found.carry_in, false, pair_at,
                            [&](int limb_in_tile, limb sum, limb_pair pair, int thread, auto row) GBI_INLINE {
                              if constexpr (ReadsAgain) {
                                pairs[row][thread] = pair;
                                sums[row][thread] = sum;
                              } else {
                                checks.add(pair, sum, thread, row);
                              }
                              out(limb_in_tile, sum);
                            });
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread == 0 && is_last) *a.rule.sign_result = found.sign;
      if constexpr (ReadsAgain)
        unroll<rows>([&](auto row)
                         GBI_INLINE { out.read_again(block, limb_of(thread, row), sums[row][thread]); });
      if (thread == 0) {
        shared.before = of_tile.before[thread];
        shared.out = of_tile.out[thread];
        shared.has_right_sign = 1;
        if constexpr (ReadsAgain) {
          if (is_last)
            shared.has_right_sign = block.observe_alone(a.rule.sign_result) == found.sign ? 1 : 0;
          else
            shared.out = published(block, a.chain, at.tile);
        }
      }
      if constexpr (ReadsAgain)
        unroll<rows>([&](auto row)
                         GBI_INLINE { checks.add(pairs[row][thread], sums[row][thread], thread, row); });
    });
    per_thread<Block, std::uint32_t> leave[rows], arrive[rows];
    unroll<rows>([&](auto row) GBI_INLINE {
      leave[row] = block.ballot(checks.leaves[row]);
      arrive[row] = block.ballot(checks.arrives[row]);
    });
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == 0) shared.leaves[thread / warp_threads] = leave[rows - 1][thread];
    });
    tile_carry before = shared.before;
    // Tile 0 has no tile before it, even if a damaged word says that a carry propagates.
    if (before == tile_carry::propagate && at.tile != 0) {
      block.first_warp([&](auto& warp) GBI_INLINE {
        const tile_carry last = last_word(warp, a.chain, at.tile - 1);
        warp.phase([&](int lane) GBI_INLINE {
          if (lane == 0) shared.found = last;
        });
      });
      before = shared.found;
    }
    block.warp_phase([&](int thread) GBI_INLINE {
      constexpr std::uint32_t highest = std::uint32_t{1} << (warp_threads - 1);
      const int warp = thread / warp_threads;
      std::uint32_t below = warp != 0                        ? shared.leaves[warp - 1]
                            : before == tile_carry::generate ? highest
                                                             : 0;
      std::uint32_t differ = 0;
      unroll<rows>([&](auto row) GBI_INLINE {
        differ |= arrive[row][thread] ^ (leave[row][thread] << 1 | below >> (warp_threads - 1));
        below = leave[row][thread];
      });
      bool right = differ == 0 && checks.excess[thread] == 0;
      if (warp == warps - 1)
        right = right && ((below & highest) != 0) == (shared.out == tile_carry::generate);
      if (is_last) {
        right = right && shared.has_right_sign != 0;
        unroll<rows>([&](auto row) GBI_INLINE {
          if (limb_of(thread, row) + 1 == out.count())
            right = right && checks.leaves[row][thread] == found.subtract;
        });
      }
      if (!right) block.leave_for_host(args.report.record, args.report.ticket);
    });
  }

 private:
  /// What a thread finds about its limbs.
  template <class Block>
  struct limb_checks {
    per_thread<Block, bool> arrives[rows], leaves[rows];  ///< carries into and out of each limb
    /// The amount by which a sum exceeds its summands, apart from a carry. Zero if all sums of the thread are
    /// right.
    per_thread<Block, limb> excess;

    template <class Row>
    GBI_DEVICE void add(limb_pair kept, limb sum, int thread, Row row) {
      const limb a = opaque(kept.a), b = opaque(kept.b), more = opaque(sum) - a - b;
      arrives[row][thread] = static_cast<std::uint32_t>(more) % 2 != 0;
      excess[thread] = (row == 0 ? 0 : excess[thread]) | (more & ~limb{1});
      leaves[row][thread] = static_cast<std::int64_t>(carry_bits(a, b, sum)) < 0;
    }
  };

  /// What a tile has published about its carry out. Called inside a phase.
  template <class Block>
  GBI_DEVICE static tile_carry published(Block& block, const tile_chain& chain, std::uint32_t tile) {
    return carry_of(block.observe_alone(chain.states + tile), chain.epoch);
  }
  /// The carry out of a tile, which may not be known yet.
  template <class Warp>
  GBI_DEVICE static tile_carry last_word(Warp& warp, const tile_chain& chain, std::uint32_t tile) {
    for (;;) {
      per_thread<Warp, std::uint32_t> said;
      warp.phase([&](int lane) GBI_INLINE {
        said[lane] = lane == 0 ? published(warp, chain, tile) : tile_carry::unknown;
      });
      const auto carry = static_cast<tile_carry>(warp.broadcast(said, 0)[0]);
      if (carry == tile_carry::generate || carry == tile_carry::kill) return carry;
      warp.pause(100);
    }
  }
};

}  // namespace gbi::kernels
