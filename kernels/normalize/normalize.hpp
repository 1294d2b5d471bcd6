/// \file
/// Coefficients to limbs in one pass over memory: split (phase 1) and carry look-ahead (phase 2), or the
/// split alone. Phase 2 alone is an addition (arithmetic/add.hpp).
///
/// Moves 8 bytes a coefficient of 64 bits or 12 of 96 bits in, and 8 bytes a limb out; the split alone 16.
#pragma once

#include <type_traits>

#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/split.hpp"

namespace gbi::kernels {

/// \tparam Tile long_tile or short_tile.
/// \tparam Wide coefficients of 96 bits instead of 64.
/// \tparam Settle whether phase 2 follows.
template <class Tile, bool Wide, bool Settle>
struct normalize_kernel {
  struct arguments {
    normalize_arguments what;
    tile_layout layout;
  };
  struct shared_memory {
    lookahead_memory lookahead;
    split_memory<Wide> split;
  };
  static constexpr int threads = carry_tile_threads;
  static constexpr int blocks_per_multiprocessor = Wide ? 4 : 6;  // for which there is shared memory
  static constexpr std::uint32_t halo = split_memory<Wide>::halo;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const normalize_arguments& a = args.what;
    const tile_position at = position_of(block, shared.lookahead, args);
    const Tile tile(a, args.layout, halo, at.problem, at.tile);
    split_columns<Wide>(block, shared.split, a, tile, args.layout.stage_positions);

    const auto load = [&](int thread, int row) GBI_INLINE {
      const std::uint32_t position = halo + limb_of(thread, row);
      return tile.has_limb(position) ? split_limbs(shared.split, position) : limb_pair{0, 0};
    };
    const auto store = [&](limb* target, int thread, int row, limb value) GBI_INLINE {
      const std::uint32_t position = halo + limb_of(thread, row);
      if (tile.has_limb(position)) target[tile.limb_index(position)] = value;
    };

    if constexpr (Settle) {
      add_tile(block, shared.lookahead, a.chain, at, false, load,
               [&](int thread, int row, limb sum) GBI_INLINE { store(a.limbs, thread, row, sum); });
    } else {
      block.phase([&](int thread) GBI_INLINE {
        unroll<carry_tile_rows>([&](auto row) GBI_INLINE {
          const limb_pair pair = load(thread, row);
          store(a.limbs, thread, row, pair.a);
          store(a.addends, thread, row, pair.b);
        });
      });
    }
    if (a.sign.result == nullptr) return;
    block.phase([&](int thread) GBI_INLINE {
      if (at.tile == 0 && thread == 0) *a.sign.result = *a.sign.a ^ *a.sign.b;
    });
  }

 private:
  /// The tile of this block, by its first problem and its place in that.
  template <class Block>
  GBI_DEVICE static tile_position position_of(Block& block, lookahead_memory& shared, const arguments& args) {
    if constexpr (std::is_same_v<Tile, short_tile>)
      return {block.index() * args.layout.problems, 0};
    else if constexpr (Settle)
      return take_tile(block, shared, args.what.chain);
    else
      return {block.batch(), block.index()};
  }
};

}  // namespace gbi::kernels
