/// \file
/// Coefficients to limbs in one pass over memory: split (phase 1) and carry look-ahead (phase 2).
///
/// Moves 8 bytes a coefficient in and 8 bytes a limb out.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/split.hpp"
#include "kernels/word/add_carry.hpp"

namespace gbi::kernels {

/// A thread's limbs in sequence, with no carry in: sums become value, g and p are told.
template <int Count, class Block, class Summand>
GBI_DEVICE void add_limbs(int thread, per_thread<Block, limb> (&value)[Count], Summand&& summand,
                          per_thread<Block, bool>& generates, per_thread<Block, bool>& propagates) {
  bool carry = false, all_ones = true;
  unroll<Count>([&](auto i) GBI_INLINE {
    value[i][thread] = add_carry(value[i][thread], summand(i), carry);
    all_ones = all_ones && value[i][thread] == ~limb{0};
  });
  generates[thread] = carry;
  propagates[thread] = all_ones && !carry;
}

/// Adds the carry that arrives and stores the limbs that exist.
template <int Count, class Block>
GBI_DEVICE void store_limbs(int thread, per_thread<Block, limb> (&value)[Count], bool carry, limb* limbs,
                            std::uint64_t first, std::uint64_t limb_count) {
  unroll<Count>([&](auto i) GBI_INLINE {
    const limb settled = add_carry(value[i][thread], 0, carry);
    if (first + i < limb_count) limbs[first + i] = settled;
  });
}

/// Where limb i of a tile lies in shared memory: neighbouring threads split neighbouring columns, so that
/// they read whole lines; afterwards each thread takes several limbs in a row, and one word in five is
/// padding against the bank conflicts of that.
GBI_BOTH constexpr int padded_limb(int i) {
  return i + i / carry_tile_limbs_per_thread;
}

struct normalize_kernel {
  using arguments = normalize_arguments;
  static constexpr int threads = carry_tile_threads;
  static constexpr int per_lane = carry_tile_limbs_per_thread;
  static constexpr int blocks_per_multiprocessor = 4;
  struct shared_memory {
    lookahead_memory<threads> lookahead;
    limb low[padded_limb(carry_tile_limbs)];
    limb high[padded_limb(carry_tile_limbs +
                          per_lane)];  ///< passed on to limb i, by the tile before to limb 0
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const tile_position at = take_tile(block, shared.lookahead, a.chain);
    const std::uint64_t tile_first = std::uint64_t{at.tile} * carry_tile_limbs;

    block.phase([&](int thread) GBI_INLINE {
      unroll<per_lane>([&](auto i) GBI_INLINE {
        const int l = i * threads + thread;
        const limb_column column = split_column(a, at.problem, tile_first + static_cast<std::uint32_t>(l));
        shared.low[padded_limb(l)] = column.low;
        shared.high[padded_limb(l + 1)] = column.high;
      });
      if (thread == 0) shared.high[0] = at.tile == 0 ? 0 : split_column(a, at.problem, tile_first - 1).high;
    });

    per_thread<Block, limb> value[per_lane];
    per_thread<Block, bool> generates, propagates, arrives;
    block.phase([&](int thread) GBI_INLINE {
      unroll<per_lane>([&](auto i)
                           GBI_INLINE { value[i][thread] = shared.low[padded_limb(thread * per_lane + i)]; });
      const auto passed_on = [&](auto i)
                                 GBI_INLINE { return shared.high[padded_limb(thread * per_lane + i)]; };
      add_limbs<per_lane, Block>(thread, value, passed_on, generates, propagates);
    });
    look_ahead(block, shared.lookahead, a.chain, at, false, generates, propagates, arrives);
    block.phase([&](int thread) GBI_INLINE {
      const std::uint64_t first = tile_first + static_cast<std::uint32_t>(thread * per_lane);
      store_limbs<per_lane, Block>(thread, value, arrives[thread], a.limbs + at.problem * a.limb_stride,
                                   first, a.limb_count);
      if (a.sign.result != nullptr && at.tile == 0 && thread == 0) *a.sign.result = *a.sign.a ^ *a.sign.b;
    });
  }
};

}  // namespace gbi::kernels
