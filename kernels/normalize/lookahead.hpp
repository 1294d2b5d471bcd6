/// \file
/// Phase 2 of the normalisation, and the whole of an addition: carry look-ahead.
///
/// Every thread says whether its limbs generate a carry (g) and whether they pass one on (p); never both. In
/// a word of 32 such bits the carries that arrive are one integer addition away,
///   arrive = ((g << 1) + carry_in + p) ^ p,
/// because the addition ripples through runs of ones just as a carry does through limbs that pass it on. Bit
/// 32 of the sum is the carry out. This is done for the threads of a warp, then for the warps of a block.
/// Between blocks a tile publishes what it does with a carry (tile_carry); nearly always it generates or
/// kills one whatever comes in, so that its successor need not wait, and only a tile that passes a carry on
/// through all of its limbs has to look back.
///
/// Sources: A. Weinberger, J. Smith (1956) for the look-ahead; D. Merrill, M. Garland, "Single-pass parallel
/// prefix scan with decoupled look-back", NVIDIA NVR-2016-002, for the chain between blocks.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

template <int Threads>
struct lookahead_memory {
  static constexpr int warps = (Threads + warp_threads - 1) / warp_threads;
  std::uint32_t warp_out[warps];  ///< a tile_carry each
  std::uint32_t carries;          ///< bit w: a carry arrives at warp w
  std::uint32_t ticket;
};

/// Which tile of which problem this block works on.
struct tile_position {
  std::uint32_t problem, tile;
};

/// Tiles in the order in which blocks begin to run, so that a tile only ever waits for running blocks.
template <class Block, class Memory>
GBI_DEVICE tile_position take_tile(Block& block, Memory& shared, const tile_chain& chain) {
  if (chain.tiles == 1) return {block.batch(), 0};
  block.phase([&](int thread) GBI_INLINE {
    if (thread == 0) shared.ticket = block.atomic_add(chain.ticket, std::uint32_t{1});
  });
  return {shared.ticket / chain.tiles, shared.ticket % chain.tiles};
}

/// Carry into the tile, found by looking back over the tiles before it. Tile 0 never propagates.
template <class Block>
GBI_DEVICE bool look_back(Block& block, std::uint32_t* states, std::uint32_t tile) {
  for (std::uint32_t before = tile; before-- > 0;) {
    std::uint32_t state;
    do state = block.observe(states + before);
    while (state == tile_carry::unknown);
    if (state != tile_carry::propagate) return state == tile_carry::generate;
  }
  return false;
}

/// From each thread's g and p the carry that arrives at it. `carry_in` is the carry into tile 0 of the
/// problem.
template <class Block>
GBI_DEVICE void look_ahead(Block& block, lookahead_memory<Block::threads>& shared, const tile_chain& chain,
                           tile_position at, bool carry_in, const per_thread<Block, bool>& generates,
                           const per_thread<Block, bool>& propagates, per_thread<Block, bool>& arrives) {
  constexpr int warps = lookahead_memory<Block::threads>::warps;
  static_assert(warps <= 32 && Block::threads % warp_threads == 0);
  const per_thread<Block, std::uint32_t> g = block.ballot(generates);
  const per_thread<Block, std::uint32_t> p = block.ballot(propagates);

  block.phase([&](int thread) GBI_INLINE {
    if (thread % warp_threads != 0) return;
    const std::uint64_t ripple = (std::uint64_t{g[thread]} << 1) + p[thread];
    shared.warp_out[thread / warp_threads] = p[thread] == ~0u          ? tile_carry::propagate
                                             : (ripple >> 32 & 1) != 0 ? tile_carry::generate
                                                                       : tile_carry::kill;
  });
  block.phase([&](int thread) GBI_INLINE {
    if (thread != 0) return;
    std::uint64_t warp_g = 0, warp_p = 0;
    for (int warp = 0; warp < warps; ++warp) {
      warp_g |= std::uint64_t{shared.warp_out[warp] == tile_carry::generate} << warp;
      warp_p |= std::uint64_t{shared.warp_out[warp] == tile_carry::propagate} << warp;
    }
    const auto carry_out = [&](bool in) GBI_INLINE {
      return (((warp_g << 1) + in + warp_p) >> warps & 1) != 0 ? tile_carry::generate : tile_carry::kill;
    };
    bool in = carry_in;
    if (chain.tiles > 1) {
      std::uint32_t* states = chain.states + std::uint64_t{at.problem} * chain.tiles;
      const bool passes_on = warp_p == (std::uint64_t{1} << warps) - 1;
      if (at.tile == 0) {
        block.publish(states, carry_out(carry_in));
      } else {
        block.publish(states + at.tile, passes_on ? tile_carry::propagate : carry_out(false));
        in = look_back(block, states, at.tile);
        if (passes_on) block.publish(states + at.tile, carry_out(in));
      }
    }
    shared.carries = static_cast<std::uint32_t>(((warp_g << 1) + in + warp_p) ^ warp_p);
  });
  block.phase([&](int thread) GBI_INLINE {
    const std::uint32_t in = shared.carries >> (thread / warp_threads) & 1;
    const std::uint32_t carries = ((g[thread] << 1) + in + p[thread]) ^ p[thread];
    arrives[thread] = (carries >> (thread % warp_threads) & 1) != 0;
  });
}

}  // namespace gbi::kernels
