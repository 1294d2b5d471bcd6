/// \file
/// Phase 2 of the normalisation, and the whole of an addition: carry look-ahead.
///
/// Every position adds two limbs and says whether the sum generates a carry (g) and whether it passes one on
/// (p, all bits set); never both. In a word of 32 such bits the carries that arrive are one integer addition
/// away,
///   arrive = ((g << 1) + carry_in + p) ^ p,
/// because the addition ripples through runs of ones just as a carry does through limbs that pass it on. Bit
/// 32 of the sum is the carry out. The positions of a tile are dealt out such that a ballot makes these
/// words: each warp has `rows` groups of 32 neighbouring limbs, one limb of each group in every lane, so that
/// memory is read and written in whole lines. The first warp then does the same for the groups of the tile.
///
/// Between blocks a tile publishes what it does with a carry (tile_carry). Nearly always it generates or
/// kills one whatever comes in, so that its successor need not wait; only where a tile passes a carry on
/// through all of its limbs its successor looks further back, at 32 tiles at once. The state is one word that
/// says everything itself, so that no memory fence is needed.
///
/// Sources: A. Weinberger, J. Smith (1956) for the look-ahead; D. Merrill, M. Garland, "Single-pass parallel
/// prefix scan with decoupled look-back", NVIDIA NVR-2016-002, for the chain between blocks.
#pragma once

#include <type_traits>

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// Which tile of which problem this block works on.
struct tile_position {
  std::uint32_t problem, tile;
};

struct lookahead_memory {
  static constexpr int groups = carry_tile_limbs / warp_threads;
  static_assert(groups <= warp_threads, "a tile is what one word of groups can say");
  std::uint32_t group_out[groups];  ///< a tile_carry each
  std::uint32_t carries;            ///< bit i: a carry arrives at group i
  tile_position at;
};

/// The group of 32 limbs that a thread's warp has in a row, and where in the tile its own limb of it is.
GBI_BOTH constexpr int group_of(int thread, int row) {
  return thread / warp_threads * carry_tile_rows + row;
}
GBI_BOTH constexpr std::uint32_t limb_of(int thread, int row) {
  return static_cast<std::uint32_t>(group_of(thread, row) * warp_threads + thread % warp_threads);
}

/// Tiles in the order in which blocks begin to run, so that a tile only ever waits for running blocks.
template <class Block>
GBI_DEVICE tile_position take_tile(Block& block, lookahead_memory& shared, const tile_chain& chain) {
  if (chain.tiles == 1) return {block.batch(), 0};
  block.phase([&](int thread) GBI_INLINE {
    if (thread != 0) return;
    const std::uint32_t ticket = block.atomic_add(chain.ticket, std::uint32_t{1}) - chain.first_ticket;
    shared.at = {ticket / chain.tiles, ticket % chain.tiles};
  });
  return shared.at;
}

/// The word that says what a tile does; what earlier launches left there is of another epoch.
GBI_BOTH constexpr std::uint64_t state_word(std::uint32_t epoch, tile_carry carry) {
  return std::uint64_t{epoch << 2 | carry} << 32;
}
GBI_BOTH constexpr tile_carry carry_of(std::uint64_t word, std::uint32_t epoch) {
  const auto tag = static_cast<std::uint32_t>(word >> 32);
  return tag >> 2 == epoch ? static_cast<tile_carry>(tag & 3) : tile_carry::unknown;
}

/// Carry into the tile, found by one warp that looks back over the tiles before it. Tile 0 never propagates.
template <class Warp>
GBI_DEVICE bool look_back(Warp& warp, std::uint64_t* states, std::uint32_t epoch, std::uint32_t tile) {
  for (std::uint32_t end = tile;;) {
    per_thread<Warp, bool> is_known, generates, stops;
    warp.phase([&](int lane) GBI_INLINE {  // lane 0 looks at the last tile before `end`
      const auto distance = static_cast<std::uint32_t>(lane) + 1;
      const tile_carry state =
          distance <= end ? carry_of(warp.observe_alone(states + (end - distance)), epoch) : tile_carry::kill;
      is_known[lane] = state != tile_carry::unknown;
      generates[lane] = state == tile_carry::generate;
      stops[lane] = state != tile_carry::propagate;
    });
    const std::uint32_t known = warp.ballot(is_known)[0], ones = warp.ballot(generates)[0];
    const std::uint32_t all_stops = warp.ballot(stops)[0];
    const std::uint32_t nearest = all_stops & (~all_stops + 1);
    if (nearest == 0)
      end -= warp_threads;
    else if ((known & nearest) != 0)
      return (ones & nearest) != 0;
    else
      warp.pause(100);
  }
}

/// From what the groups of a tile do with a carry which of them it arrives at. Run by one warp.
template <class Warp>
GBI_DEVICE void look_ahead_groups(Warp& warp, lookahead_memory& shared, const tile_chain& chain,
                                  tile_position at, bool carry_in) {
  constexpr int groups = lookahead_memory::groups;
  per_thread<Warp, bool> generates, propagates;
  warp.phase([&](int lane) GBI_INLINE {
    const std::uint32_t out = lane < groups ? shared.group_out[lane] : std::uint32_t{tile_carry::kill};
    generates[lane] = out == tile_carry::generate;
    propagates[lane] = out == tile_carry::propagate;
  });
  const std::uint64_t g = warp.ballot(generates)[0], p = warp.ballot(propagates)[0];
  const auto carry_out = [&](bool in) GBI_INLINE {
    return (((g << 1) + in + p) >> groups & 1) != 0 ? tile_carry::generate : tile_carry::kill;
  };

  bool in = carry_in;
  if (chain.tiles > 1) {
    std::uint64_t* states = chain.states + std::uint64_t{at.problem} * chain.tiles;
    const auto publish = [&](tile_carry state) GBI_INLINE {
      warp.phase([&](int lane) GBI_INLINE {
        if (lane == 0) warp.publish_alone(states + at.tile, state_word(chain.epoch, state));
      });
    };
    if (at.tile == 0) {
      publish(carry_out(carry_in));
    } else {
      const bool passes_on = p == (std::uint64_t{1} << groups) - 1;
      publish(passes_on ? tile_carry::propagate : carry_out(false));
      in = look_back(warp, states, chain.epoch, at.tile);
      if (passes_on) publish(carry_out(in));
    }
  }
  warp.phase([&](int lane) GBI_INLINE {
    if (lane == 0) shared.carries = static_cast<std::uint32_t>(((g << 1) + in + p) ^ p);
  });
}

/// Two limbs to be added.
struct limb_pair {
  limb a, b;
};

/// Adds a tile: load(thread, row) says the limb_pair of position limb_of(thread, row), store(thread, row,
/// sum) gets its sum with the carry that arrives. `carry_in` is the carry into tile 0 of the problem.
template <class Block, class Load, class Store>
GBI_DEVICE void add_tile(Block& block, lookahead_memory& shared, const tile_chain& chain, tile_position at,
                         bool carry_in, Load&& load, Store&& store) {
  static_assert(Block::threads == carry_tile_threads);
  per_thread<Block, limb> sum[carry_tile_rows];
  per_thread<Block, bool> generates[carry_tile_rows], propagates[carry_tile_rows];
  block.warp_phase([&](int thread) GBI_INLINE {
    unroll<carry_tile_rows>([&](auto row) GBI_INLINE {
      const limb_pair pair = load(thread, row);
      sum[row][thread] = pair.a + pair.b;
      generates[row][thread] = sum[row][thread] < pair.a;
      propagates[row][thread] = sum[row][thread] == ~limb{0};
    });
  });

  per_thread<Block, std::uint32_t> g[carry_tile_rows], p[carry_tile_rows];
  unroll<carry_tile_rows>([&](auto row) GBI_INLINE {
    g[row] = block.ballot(generates[row]);
    p[row] = block.ballot(propagates[row]);
  });
  block.phase([&](int thread) GBI_INLINE {
    if (thread % warp_threads != 0) return;
    unroll<carry_tile_rows>([&](auto row) GBI_INLINE {
      const std::uint64_t ripple = (std::uint64_t{g[row][thread]} << 1) + p[row][thread];
      shared.group_out[group_of(thread, row)] = p[row][thread] == ~0u     ? tile_carry::propagate
                                                : (ripple >> 32 & 1) != 0 ? tile_carry::generate
                                                                          : tile_carry::kill;
    });
  });
  block.first_warp([&](auto& warp) GBI_INLINE { look_ahead_groups(warp, shared, chain, at, carry_in); });
  block.phase([&](int thread) GBI_INLINE {
    unroll<carry_tile_rows>([&](auto row) GBI_INLINE {
      const std::uint32_t in = shared.carries >> group_of(thread, row) & 1;
      const std::uint32_t arrive = ((g[row][thread] << 1) + in + p[row][thread]) ^ p[row][thread];
      store(thread, row, sum[row][thread] + (arrive >> (thread % warp_threads) & 1));
    });
  });
}

}  // namespace gbi::kernels
