/// \file
/// Converts coefficients to limbs in one pass over memory: split (phase 1) and carry look-ahead (phase 2), or
/// one of the phases alone.
///
/// Reads 8 bytes per coefficient of 64 bits, 12 per coefficient of 96 bits, and writes 8 bytes per limb.
/// Phase 1 alone writes 16 bytes per limb; phase 2 alone reads 16 and writes 8.
#pragma once

#include <type_traits>

#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/split.hpp"
#include "kernels/verify/gate.hpp"

namespace gbi::kernels {

/// \tparam Tile long_tile, pieces_tile or short_tile.
/// \tparam Wide whether coefficients have 96 bits instead of 64.
/// \tparam Threads the threads of a block, a divisor of the tile's limbs.
template <class Tile, bool Wide, normalize_phases Phases, int Threads = carry_tile_threads>
struct normalize_kernel {
  struct arguments {
    normalize_arguments problem;
    tile_layout layout;
  };
  static constexpr bool splits = Phases != normalize_phases::propagate;
  static constexpr bool settles = Phases != normalize_phases::split;
  static constexpr bool in_order = settles;
  /// Tiles of several problems ask the gate themselves.
  static constexpr bool repairs = settles && splits && !Wide && std::is_same_v<Tile, long_tile>;
  struct shared_memory {
    lookahead_memory lookahead;
    std::conditional_t<splits, split_memory<Wide, Threads>, no_shared_memory> split;
  };
  static constexpr int threads = Threads;
  // As many blocks as shared memory allows.
  static constexpr int blocks_per_multiprocessor = Threads > carry_tile_threads ? 1 : Wide ? 4 : 6;
  static constexpr int rows = carry_tile_limbs / Threads;
  /// A tile that may not be the first of its problem also computes the limb before it.
  static constexpr std::uint32_t halo = split_memory<Wide>::halo + (settles && Tile::is_part ? 1 : 0);

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const normalize_arguments& a = args.problem;
    const tile_position at = tile_of(block, args);
    if constexpr (!repairs)
      if (is_closed(a.repair, at.problem)) return;
    const Tile tile(a, args.layout, halo, at.problem, at.tile);
    if constexpr (splits) split_columns<Wide>(block, shared.split, a, tile, args.layout.stage_positions);

    const auto position_of = [](int limb_in_tile) {
      return static_cast<std::uint32_t>(static_cast<int>(halo) + limb_in_tile);
    };
    const auto load = [&](int limb_in_tile) -> limb_pair {
      const std::uint32_t position = position_of(limb_in_tile);
      if (!tile.has_limb(position)) return {0, 0};
      if constexpr (splits) {
        return split_limbs(shared.split, position);
      } else {
        const std::uint64_t i = tile.limb_index(position);
        return {a.words[i], a.addends[i]};
      }
    };
    if constexpr (settles) {
      const bool in_place = !splits && (a.limbs == a.words || a.limbs == a.addends);
      add_tile(block, shared.lookahead, a.chain, at, false, in_place, load, [&](int limb_in_tile, limb sum) {
        const std::uint32_t position = position_of(limb_in_tile);
        if (tile.has_limb(position)) a.limbs[tile.limb_index(position)] = sum;
      });
    } else {
      block.phase([&](int thread) {
        unroll<rows>([&](auto row) {
          const int limb_in_tile = limb_of<rows>(thread, row);
          const limb_pair pair = load(limb_in_tile);
          const std::uint32_t position = position_of(limb_in_tile);
          if (!tile.has_limb(position)) return;
          a.words[tile.limb_index(position)] = pair.a;
          a.addends[tile.limb_index(position)] = pair.b;
        });
      });
    }
    if (a.sign.result == nullptr) return;
    block.phase([&](int thread) {
      if (at.tile == 0 && thread == 0) a.sign.obey();
    });
  }

 private:
  /// The tile of this block, given by its first problem and its index there.
  template <class Block>
  GBI_DEVICE static tile_position tile_of(const Block& block, const arguments& args) {
    if constexpr (Tile::is_part)
      return tile_position::of(block);
    else
      return {block.index() * args.layout.problems, 0};
  }
};

}  // namespace gbi::kernels
