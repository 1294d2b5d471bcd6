/// \file
/// Carry look-ahead: phase 2 of the normalisation, and the whole of an addition.
///
/// Every position adds two limbs and determines whether the sum generates a carry (g) or would propagate one
/// (p, all bits set), never both. For 32 positions, g and p are the bits of one word each, and one integer
/// addition gives the arriving carries:
///   arrive = ((g << 1) + carry_in + p) ^ p.
/// The addition ripples through runs of ones just as a carry does through limbs that propagate it. Bit 32 of
/// the sum is the carry out. The positions of a tile are assigned so that a ballot makes these words: each
/// warp has `rows` groups of 32 neighbouring limbs, and every lane holds one limb of each group, so memory is
/// accessed in whole lines. Every warp then repeats the look-ahead for the groups of the tile.
///
/// The carry into a tile is known without waiting. The limb before the tile (the halo) is added once more.
/// Unless its sum is all ones, it generates or kills a carry, whatever comes in. Only a halo that propagates
/// a carry, one in 2^64 random limbs, makes a tile ask the tiles before it. For this purpose, each tile
/// publishes its effect on a carry (tile_carry), and its carry out once that is known. A tile that asks looks
/// back at 32 tiles at once and skips those that propagate a carry through all of their limbs. The state is
/// one self-contained word, so no memory fence is needed. Tile 0 gets its carry from the caller.
///
/// Limbs that are not random may propagate a carry far. They do if coefficients are zero, because the bias of
/// their columns (column.hpp) adds up to all ones. Time stays linear, because tiles that propagate a carry
/// publish that at once.
///
/// Sums may replace their operands in place. Then the halo may already be a sum when it is read and gives no
/// information, so every tile must look back.
///
/// Sources: A. Weinberger, J. Smith (1956) for the look-ahead; D. Merrill, M. Garland, "Single-pass parallel
/// prefix scan with decoupled look-back", NVIDIA NVR-2016-002, for the chain between blocks.
#pragma once

#include <type_traits>

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// The tile of a block, and its problem. Kernels with a chain of tiles are `in_order`: a tile waits only for
/// tiles before it.
struct tile_position {
  std::uint32_t problem, tile;

  template <class Block>
  GBI_DEVICE static tile_position of(const Block& block) {
    return {block.batch(), block.index()};
  }

  /// The index in the problem of a limb of the tile, or of the limb before the tile (halo_limb).
  GBI_DEVICE std::uint64_t limb_index(int limb_in_tile) const {
    return std::uint64_t{tile} * carry_tile_limbs + static_cast<std::uint64_t>(std::int64_t{limb_in_tile});
  }
};

struct lookahead_memory {
  static constexpr int groups = carry_tile_limbs / warp_threads;
  static_assert(groups <= warp_threads, "one word has a bit for each group of a tile");
  std::uint32_t group_out[groups];  ///< one tile_carry each
  tile_carry before;                ///< effect of the halo on a carry
  tile_carry found;                 ///< the carry found by a look-back: kill or generate
};

/// The group of 32 limbs that a thread's warp has in a row, and the place of the thread's limb in the tile.
template <int Rows = carry_tile_rows>
GBI_BOTH constexpr int group_of(int thread, int row) {
  return thread / warp_threads * Rows + row;
}
template <int Rows = carry_tile_rows>
GBI_BOTH constexpr int limb_of(int thread, int row) {
  return group_of<Rows>(thread, row) * warp_threads + thread % warp_threads;
}
inline constexpr int halo_limb = -1;

/// Two limbs to be added.
struct limb_pair {
  limb a, b;
};

GBI_BOTH constexpr tile_carry carry_of(limb_pair pair) {
  const limb sum = pair.a + pair.b;
  return sum == ~limb{0} ? tile_carry::propagate : sum < pair.a ? tile_carry::generate : tile_carry::kill;
}

/// Bit i says whether a carry arrives at position i of 32 positions with the generate bits g and the
/// propagate bits p. Bit 32 is the carry out of the last position.
/// Proof: proofs/Carry.v, theorem arriving_is_ripple.
GBI_BOTH constexpr std::uint64_t arriving(std::uint32_t g, std::uint32_t p, bool in) {
  return ((std::uint64_t{g} << 1) + in + p) ^ p;
}
/// As above, without the carry out, which halves the instructions on a GPU.
/// Proof: proofs/Carry.v, theorem arriving_inside_is_ripple.
GBI_BOTH constexpr std::uint32_t arriving_inside(std::uint32_t g, std::uint32_t p, bool in) {
  return ((g << 1) + in + p) ^ p;
}

/// The state word of a tile. States of earlier launches have a different epoch.
GBI_BOTH constexpr std::uint64_t state_word(std::uint32_t epoch, tile_carry carry) {
  return std::uint64_t{epoch << 2 | carry} << 32;
}
GBI_BOTH constexpr tile_carry carry_of(std::uint64_t word, std::uint32_t epoch) {
  const auto tag = static_cast<std::uint32_t>(word >> 32);
  return tag >> 2 == epoch ? static_cast<tile_carry>(tag & 3) : tile_carry::unknown;
}

template <class Block>
GBI_DEVICE void publish_state(Block& block, const tile_chain& chain, tile_position at, tile_carry carry) {
  block.publish_alone(chain.states + std::uint64_t{at.problem} * chain.tiles + at.tile,
                      state_word(chain.epoch, carry));
}

/// The carry into a tile. One warp looks back over the tiles before it; tile 0 never propagates.
template <class Warp>
GBI_DEVICE tile_carry look_back(Warp& warp, std::uint64_t* states, std::uint32_t epoch, std::uint32_t tile) {
  for (std::uint32_t end = tile;;) {
    per_thread<Warp, bool> is_known, generates, stops;
    warp.phase([&](int lane) {  // lane 0 reads the last tile before `end`
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
      return (ones & nearest) != 0 ? tile_carry::generate : tile_carry::kill;
    else
      warp.pause(100);
  }
}

/// The effect of a tile's groups on a carry, as one bit each, known to every thread.
template <int Groups, class Block>
struct group_bits {
  per_thread<Block, std::uint32_t> generate, propagate;

  GBI_DEVICE std::uint64_t arriving_carries(int thread, bool in) const {
    return arriving(generate[thread], propagate[thread], in);
  }
  GBI_DEVICE tile_carry carry_out(int thread, bool in) const {
    return (arriving_carries(thread, in) >> Groups & 1) != 0 ? tile_carry::generate : tile_carry::kill;
  }
  GBI_DEVICE bool all_propagate(int thread) const {
    return propagate[thread] == ~0u >> (warp_threads - Groups);
  }
};

template <int Groups, class Block>
GBI_DEVICE group_bits<Groups, Block> bits_of_groups(Block& block, const lookahead_memory& shared) {
  per_thread<Block, bool> generates, propagates;
  block.warp_phase([&](int thread) {
    const int group = thread % warp_threads;
    const std::uint32_t out = group < Groups ? shared.group_out[group] : std::uint32_t{tile_carry::kill};
    generates[thread] = out == tile_carry::generate;
    propagates[thread] = out == tile_carry::propagate;
  });
  return {block.ballot(generates), block.ballot(propagates)};
}

/// Run by one warp of a tile whose halo gives no answer: publishes the tile's effect on a carry and finds the
/// incoming carry.
template <class Warp>
GBI_DEVICE void ask_tiles_before(Warp& warp, lookahead_memory& shared, const tile_chain& chain,
                                 tile_position at) {
  const auto groups = bits_of_groups<lookahead_memory::groups>(warp, shared);
  warp.phase([&](int lane) {
    if (lane == 0)
      publish_state(warp, chain, at,
                    groups.all_propagate(lane) ? tile_carry::propagate : groups.carry_out(lane, false));
  });
  const tile_carry found =
      look_back(warp, chain.states + std::uint64_t{at.problem} * chain.tiles, chain.epoch, at.tile);
  warp.phase([&](int lane) {
    if (lane == 0) shared.found = found;
  });
}

/// The sums of a tile before carries arrive, and the effect of each group's positions on a carry.
template <int Rows, class Block>
struct tile_sums {
  static constexpr int groups = Block::threads * Rows / warp_threads;
  static_assert(groups <= lookahead_memory::groups);
  per_thread<Block, limb> sum[Rows];
  per_thread<Block, std::uint32_t> generate[Rows], propagate[Rows];
};

/// load(i) returns the limb_pair of limb i of the tile. also(thread) runs before a thread loads.
/// Proof: proofs/Carry.v, theorem sums_are_digits.
template <int Rows, class Block, class Load, class Also>
GBI_DEVICE void load_sums(Block& block, tile_sums<Rows, Block>& sums, Load&& load, Also&& also) {
  per_thread<Block, bool> generates[Rows], propagates[Rows];
  block.warp_phase([&](int thread) {
    also(thread);
    unroll<Rows>([&](auto row) {
      const limb_pair pair = load(limb_of<Rows>(thread, row));
      const limb sum = pair.a + pair.b;
      sums.sum[row][thread] = sum;
      generates[row][thread] = sum < pair.a;
      propagates[row][thread] = sum == ~limb{0};
    });
  });
  unroll<Rows>([&](auto row) {
    sums.generate[row] = block.ballot(generates[row]);
    sums.propagate[row] = block.ballot(propagates[row]);
  });
}

/// Stores the effect of a warp's groups on a carry for the block. Run by one thread of the warp, inside a
/// phase. Proof: proofs/Carry.v, theorem group_is_place.
template <int Rows, class Block>
GBI_DEVICE void leave_groups(lookahead_memory& shared, const tile_sums<Rows, Block>& sums, int thread) {
  unroll<Rows>([&](auto row) {
    const std::uint64_t ripple = arriving(sums.generate[row][thread], sums.propagate[row][thread], false);
    shared.group_out[group_of<Rows>(thread, row)] = sums.propagate[row][thread] == ~0u ? tile_carry::propagate
                                                    : (ripple >> 32 & 1) != 0          ? tile_carry::generate
                                                                                       : tile_carry::kill;
  });
}

/// Calls store(i, sum) with the sum of limb i and the arriving carry, inside a phase.
/// \param carries bit i: a carry arrives at group i.
template <int Rows, class Block, class Store>
GBI_DEVICE void store_sums(const tile_sums<Rows, Block>& sums, std::uint64_t carries, int thread,
                           Store&& store) {
  const std::uint32_t into_groups = static_cast<std::uint32_t>(carries) >> group_of<Rows>(thread, 0);
  unroll<Rows>([&](auto row) {
    const std::uint32_t arrive = arriving_inside(sums.generate[row][thread], sums.propagate[row][thread],
                                                 (into_groups >> row & 1) != 0);
    store(limb_of<Rows>(thread, row), sums.sum[row][thread] + (arrive >> (thread % warp_threads) & 1));
  });
}

/// Adds a tile. load(i) returns the limb_pair of limb i of the tile; store(i, sum) takes its sum including
/// the arriving carry. load(halo_limb) is also called, except in a problem's first tile.
/// \param carry_in the carry into tile 0 of the problem.
/// \param in_place whether store overwrites the limbs that load reads.
template <class Block, class Load, class Store>
GBI_DEVICE void add_tile(Block& block, lookahead_memory& shared, const tile_chain& chain, tile_position at,
                         bool carry_in, bool in_place, Load&& load, Store&& store) {
  constexpr int rows = carry_tile_limbs / Block::threads;
  per_thread<Block, limb_pair> halo;  // in thread 0; all ones if unknown
  tile_sums<rows, Block> sums;
  load_sums(block, sums, load, [&](int thread) {
    // Not used in this phase, so this load overlaps with the others.
    halo[thread] = thread == 0 && at.tile != 0 && !in_place ? load(halo_limb) : limb_pair{~limb{0}, 0};
  });
  block.phase([&](int thread) {
    if (thread % warp_threads != 0) return;
    leave_groups(shared, sums, thread);
    if (thread != 0) return;
    shared.before = at.tile != 0 ? carry_of(halo[thread])
                    : carry_in   ? tile_carry::generate
                                 : tile_carry::kill;
  });

  tile_carry before = shared.before;
  if (before == tile_carry::propagate) {
    block.first_warp([&](auto& warp) { ask_tiles_before(warp, shared, chain, at); });
    before = shared.found;
  }
  const bool in = before == tile_carry::generate;
  const auto groups = bits_of_groups<sums.groups>(block, shared);
  block.phase([&](int thread) {
    if (thread == 0 && chain.tiles > 1) publish_state(block, chain, at, groups.carry_out(thread, in));
    store_sums(sums, groups.arriving_carries(thread, in), thread, store);
  });
}

/// As above, for a number of at most Rows limbs per thread, which a single block computes.
template <int Rows, class Block, class Load, class Store>
GBI_DEVICE void add_whole(Block& block, lookahead_memory& shared, Load&& load, Store&& store) {
  tile_sums<Rows, Block> sums;
  load_sums(block, sums, load, [](int) {});
  block.phase([&](int thread) {
    if (thread % warp_threads == 0) leave_groups(shared, sums, thread);
  });
  const auto groups = bits_of_groups<sums.groups>(block, shared);
  block.phase([&](int thread) { store_sums(sums, groups.arriving_carries(thread, false), thread, store); });
}

}  // namespace gbi::kernels
