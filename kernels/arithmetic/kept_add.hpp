/// \file
/// A long sum or difference, checked in its launch from what its threads keep in registers. The check is that
/// of checked_add.hpp, but nothing is read again: if operands and result fill the caches, that would take as
/// long as the sum. So the check covers arithmetic, carries and what blocks hand over, but not memory.
///
/// The limbs before a tile determine the carry into it. Only if they propagate a carry does the tile look at
/// what the tile before has published.
#pragma once

#include "kernels/arithmetic/checked_add.hpp"
#include "kernels/model/opaque.hpp"

namespace gbi::kernels {

struct kept_add_kernel : carry_kernel<checked_add_arguments> {
  static constexpr int rows = carry_tile_rows, warps = carry_tile_threads / warp_threads;
  struct shared_memory {
    add_kernel::shared_memory sum;
    tile_carry before;  ///< the carry into the tile, as far as thread 0 knows it
    tile_carry found;   ///< the carry into the tile, as published by the tile before
    tile_carry out;
    std::uint32_t leaves[warps];  ///< the carries that leave the last 32 limbs of a warp
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const add_arguments& a = args.sum;
    const std::uint32_t comparers = a.rule.comparers;
    tell_progress(block, args.report);
    const add_kernel::decision found = add_kernel::decide(block, shared.sum, a);
    if (block.index() < comparers) return;
    const tile_position at{block.batch(), block.index() - comparers};
    const add_kernel::summands pair_at(a.rule, a.a, a.b, found.turned, found.subtract, at);
    const result_of_tile out(a.out, at);
    per_thread<Block, bool> arrives[rows], leaves[rows];
    // The amount by which a sum exceeds its summands, apart from a carry. Zero if all sums of the thread are
    // right.
    per_thread<Block, limb> excess;
    const tile_carries<Block> of_tile =
        add_tile<limb_pair>(block, shared.sum.lookahead, a.chain, at, found.carry_in, false, pair_at,
                            [&](int limb_in_tile, limb sum, limb_pair kept, int thread, auto row) GBI_INLINE {
                              const limb_pair pair{opaque(kept.a), opaque(kept.b)};
                              const limb more = opaque(sum) - pair.a - pair.b;
                              arrives[row][thread] = static_cast<std::uint32_t>(more) % 2 != 0;
                              excess[thread] = (row == 0 ? 0 : excess[thread]) | (more & ~limb{1});
                              leaves[row][thread] = checked_add_kernel::leaving(pair, sum);
                              out(limb_in_tile, sum);
                            });
    per_thread<Block, std::uint32_t> leave[rows], arrived[rows];
    unroll<rows>([&](auto row) GBI_INLINE {
      leave[row] = block.ballot(leaves[row]);
      arrived[row] = block.ballot(arrives[row]);
    });
    const bool is_last = at.tile + 1 == a.chain.tiles;
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == 0) shared.leaves[thread / warp_threads] = leave[rows - 1][thread];
      if (thread != 0) return;
      shared.before = of_tile.before[thread];
      shared.out = of_tile.out[thread];
      if (is_last) *a.rule.sign_result = found.sign;
    });
    tile_carry before = shared.before;
    if (before == tile_carry::propagate) {
      block.first_warp([&](auto& warp) GBI_INLINE {
        const tile_carry last = checked_add_kernel::last_word(warp, a.chain, at.tile - 1);
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
        differ |= arrived[row][thread] ^ (leave[row][thread] << 1 | below >> (warp_threads - 1));
        below = leave[row][thread];
      });
      bool right = differ == 0 && excess[thread] == 0;
      if (warp == warps - 1)
        right = right && ((below & highest) != 0) == (shared.out == tile_carry::generate);
      if (is_last)
        unroll<rows>([&](auto row) GBI_INLINE {
          if (limb_of(thread, row) + 1 == out.count()) right = right && leaves[row][thread] == found.subtract;
        });
      if (!right) block.publish_to_host(args.report.record, args.report.ticket);
    });
  }
};

}  // namespace gbi::kernels
