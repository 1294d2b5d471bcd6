/// \file
/// The order of two magnitudes inside the launch that subtracts them.
///
/// The highest limbs nearly always decide it, so every block inspects them itself, in two cache lines that
/// all blocks read. If those limbs are equal, every block would have to look further down. Instead, the first
/// blocks of the launch (the comparers) compare one slice each and publish what they find. An equal slice
/// passes the question on to the slice below, just as limbs of all ones propagate a carry: a look-back over
/// the comparers (lookahead.hpp) finds the slice that decides.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::kernels {

enum class magnitude_order : std::uint32_t { open, less, not_less };

struct slice_memory {
  block_scan_memory<limb, carry_tile_threads> reduction;
  limb highest;  ///< 2 i + 1 if limb i - 1 decides and a is greater there, 2 i if it is less; 0 if none does
};

/// Shared memory of a kernel that finds an order and then adds.
struct ordered_sum_memory {
  union {
    lookahead_memory lookahead;
    slice_memory slice;  ///< used by a comparer
  };
  magnitude_order order;
};

/// A magnitude as stored in memory. Other kinds of magnitudes have the same members.
class plain_magnitude {
 public:
  GBI_DEVICE explicit plain_magnitude(const limb_span& x) : limbs_(x.limbs), count_(x.count) {}
  GBI_DEVICE std::uint64_t count() const { return count_; }
  /// Zero outside the number.
  GBI_DEVICE limb limb_at(std::uint64_t i) const { return i < count_ ? limbs_[i] : 0; }

 private:
  const limb* limbs_;
  std::uint64_t count_;
};

/// Run by one warp.
template <class Warp, class A, class B>
GBI_DEVICE magnitude_order order_of_highest_limbs(Warp& warp, const A& a, const B& b) {
  constexpr std::uint64_t most = 2 * warp_threads;
  const std::uint64_t count = a.count() > b.count() ? a.count() : b.count();
  for (std::uint64_t seen = 0; seen < most && seen < count; seen += warp_threads) {
    per_thread<Warp, bool> is_greater, is_less;
    warp.phase([&](int lane) {  // lane 0 reads the highest limb; limbs below limb 0 are zeros
      const std::uint64_t at = count - 1 - seen - static_cast<std::uint32_t>(lane);
      const limb x = a.limb_at(at), y = b.limb_at(at);
      is_greater[lane] = x > y;
      is_less[lane] = x < y;
    });
    const std::uint32_t greater = warp.ballot(is_greater)[0], less = warp.ballot(is_less)[0];
    const std::uint32_t first = (greater | less) & (~(greater | less) + 1);
    if (first != 0) return (greater & first) != 0 ? magnitude_order::not_less : magnitude_order::less;
  }
  return count <= most ? magnitude_order::not_less : magnitude_order::open;
}

/// Run by a comparer, whose index is that of its slice: compares from the highest limb of the slice down to
/// the first difference. \returns a state of the chain: generate for a > b, kill for a < b, propagate for
/// equal limbs; the lowest slice never propagates, because equal numbers are not less
template <class Block, class A, class B>
GBI_DEVICE tile_carry compare_slice(Block& block, slice_memory& shared, const A& a, const B& b,
                                    std::uint32_t comparers) {
  const std::uint64_t count = a.count() > b.count() ? a.count() : b.count();
  const std::uint64_t tiles = (count + carry_tile_limbs - 1) / carry_tile_limbs;
  const std::uint64_t share = (tiles + comparers - 1) / comparers * carry_tile_limbs;
  const std::uint64_t begin = block.index() * share;
  const std::uint64_t end = count < begin ? begin : count - begin < share ? count : begin + share;
  block.template phase<1>([&](int) { shared.highest = 0; });
  for (std::uint64_t left = end; left > begin && shared.highest == 0;) {
    const std::uint64_t from = left - begin > carry_tile_limbs ? left - carry_tile_limbs : begin;
    per_thread<Block, limb> highest;
    block.phase([&](int thread) {
      limb found = 0;
      for (int row = 0; row < carry_tile_rows; ++row) {
        const std::uint64_t at = from + static_cast<std::uint32_t>(row * carry_tile_threads + thread);
        if (at >= left) continue;
        const limb x = a.limb_at(at), y = b.limb_at(at);
        if (x != y) found = (at + 1) * 2 + (x > y);
      }
      highest[thread] = found;
    });
    block_reduce(block, shared.reduction, highest, maximum<limb>{});
    block.phase([&](int thread) {
      if (thread == 0) shared.highest = highest[thread];
    });
    left = from;
  }
  return shared.highest != 0  ? (shared.highest % 2 != 0 ? tile_carry::generate : tile_carry::kill)
         : block.index() == 0 ? tile_carry::generate
                              : tile_carry::propagate;
}

/// The order of two magnitudes, for every thread of every block. A comparer that must compare its slice
/// publishes what it finds, but does not get the order.
/// \param chain one tile for each comparer
template <class Block, class A, class B>
GBI_DEVICE magnitude_order find_order(Block& block, ordered_sum_memory& shared, const A& a, const B& b,
                                      const tile_chain& chain) {
  const bool is_comparer = block.index() < chain.tiles;
  block.first_warp([&](auto& warp) {
    magnitude_order order = order_of_highest_limbs(warp, a, b);
    if (order == magnitude_order::open && !is_comparer)
      order = look_back(warp, chain.states, chain.epoch, chain.tiles) == tile_carry::kill
                  ? magnitude_order::less
                  : magnitude_order::not_less;
    warp.phase([&](int lane) {
      if (lane == 0) shared.order = order;
    });
  });
  if (is_comparer && shared.order == magnitude_order::open) {
    const tile_carry found = compare_slice(block, shared.slice, a, b, chain.tiles);
    block.template phase<1>(
        [&](int) { block.publish_alone(chain.states + block.index(), state_word(chain.epoch, found)); });
  }
  return shared.order;
}

}  // namespace gbi::kernels
