/// \file
/// A long sum or difference, checked in its launch from what its threads keep in registers. The check is that
/// of checked_add.hpp, but nothing is read again: where operands and result fill the caches, that would take
/// as long as the sum. So arithmetic, carries and what blocks hand over are checked, and memory is not.
///
/// Into a tile comes the carry that the limbs in front of it tell. Only if these pass a carry on, the tile
/// looks at what the tile before has published.
#pragma once

#include "kernels/arithmetic/checked_add.hpp"
#include "kernels/model/opaque.hpp"

namespace gbi::kernels {

struct kept_add_kernel : carry_kernel<checked_add_arguments> {
  static constexpr int rows = carry_tile_rows, warps = carry_tile_threads / warp_threads;
  struct shared_memory {
    add_kernel::shared_memory sum;
    tile_carry before;  ///< the carry into the tile, as far as thread 0 knows it
    tile_carry found;   ///< the same, as the tile before has published it
    tile_carry out;
    std::uint32_t leaves[warps];  ///< the carry that leaves the limbs of a warp
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const add_arguments& a = args.sum;
    const std::uint32_t comparers = a.rule.comparers;
    tell_progress(block, args.report);
    const add_kernel::decision found = add_kernel::decide(block, shared.sum, a);
    if (block.index() < comparers) return;
    const tile_position at{block.batch(), block.index() - comparers};
    const add_kernel::summands pair_at(a.rule, a.a, a.b, found.turned, found.subtract, at.problem);
    const keeping_load<Block> load{pair_at, at};
    per_thread<Block, limb> excess[rows];  // a carry comes in, or none
    per_thread<Block, bool> carries[rows];
    const tile_carries<Block> of_tile =
        add_tile(block, shared.sum.lookahead, a.chain, at, found.carry_in, false, load,
                 [&](int limb_in_tile, limb sum, int thread, auto row) GBI_INLINE {
                   const std::uint64_t i = at.limb_index(limb_in_tile);
                   const limb_pair pair{opaque(load.kept[row][thread].a), opaque(load.kept[row][thread].b)};
                   excess[row][thread] = opaque(sum) - pair.a - pair.b;
                   carries[row][thread] = checked_add_kernel::leaving(pair, sum);
                   if (i < a.out.count) a.out.limbs[i] = sum;
                 });
    per_thread<Block, std::uint32_t> leave[rows];
    unroll<rows>([&](auto row) GBI_INLINE { leave[row] = block.ballot(carries[row]); });
    const bool is_last = at.tile + 1 == a.chain.tiles;
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == 0)
        shared.leaves[thread / warp_threads] = leave[rows - 1][thread] >> (warp_threads - 1);
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
      bool in = thread < warp_threads ? before == tile_carry::generate
                                      : shared.leaves[thread / warp_threads - 1] != 0;
      bool right = true;
      unroll<rows>([&](auto row) GBI_INLINE {
        const std::uint32_t arrive = leave[row][thread] << 1 | in;
        in = leave[row][thread] >> (warp_threads - 1) != 0;
        const std::uint64_t i = at.limb_index(limb_of(thread, row));
        if (is_last && i >= a.out.count) return;
        right = right && excess[row][thread] == (arrive >> (thread % warp_threads) & 1);
        if (is_last && i + 1 == a.out.count)
          right = right && carries[row][thread] == found.subtract;
        else if (limb_of(thread, row) + 1 == carry_tile_limbs)
          right = right && carries[row][thread] == (shared.out == tile_carry::generate);
      });
      if (!right) block.publish_to_host(args.report.record, args.report.ticket);
    });
  }

 private:
  /// Remembers the limbs of a thread's rows.
  template <class Block>
  struct keeping_load {
    const add_kernel::summands& pair_at;
    tile_position at;
    mutable per_thread<Block, limb_pair> kept[rows] = {};

    GBI_DEVICE limb_pair operator()(int limb_in_tile) const { return pair_at(at.limb_index(limb_in_tile)); }
    template <class Row>
    GBI_DEVICE limb_pair operator()(int limb_in_tile, int thread, Row row) const {
      return kept[row][thread] = pair_at(at.limb_index(limb_in_tile));
    }
  };
};

}  // namespace gbi::kernels
