/// \file
/// Kernels whose result is the sum of two limbs at every position: sums, differences, products with one limb.
/// They differ only in the source of the two limbs; the carry look-ahead is the same for all.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

template <class Arguments, int BlocksPerMultiprocessor = 5>
struct carry_kernel : kernel<Arguments, carry_tile_threads, BlocksPerMultiprocessor, lookahead_memory> {
  static constexpr bool in_order = true;

  /// The first block of the launch writes the sign.
  template <class Block>
  GBI_DEVICE static void obey(Block& block, const sign_rule& sign) {
    if (sign.result != nullptr && block.index() == 0)
      block.warp_phase([&](int thread) {
        if (thread == 0) sign.obey();
      });
  }

  /// Writes the limbs of `out` in this tile: limb i is the sum of the two limbs of pair_at(i) and the
  /// arriving carry.
  /// \param carry_in the carry into limb 0 of the problem.
  /// \param in_place whether pair_at reads limbs of `out`.
  template <class Block, class PairAt>
  GBI_DEVICE static void add_limbs(Block& block, lookahead_memory& shared, const tile_chain& chain,
                                   const limb_target& out, bool carry_in, bool in_place, PairAt&& pair_at) {
    add_limbs(block, shared, chain, tile_position::of(block), out, carry_in, in_place, pair_at);
  }
  /// As above, in a launch that also has other blocks: `at` is the tile of this block.
  template <class Block, class PairAt>
  GBI_DEVICE static void add_limbs(Block& block, lookahead_memory& shared, const tile_chain& chain,
                                   tile_position at, const limb_target& out, bool carry_in, bool in_place,
                                   PairAt&& pair_at) {
    limb* const limbs = out.limbs + at.problem * out.stride;
    add_tile(
        block, shared, chain, at, carry_in, in_place,
        [&](int limb_in_tile) -> limb_pair { return pair_at(at.limb_index(limb_in_tile)); },
        [&](int limb_in_tile, limb sum) {
          const std::uint64_t i = at.limb_index(limb_in_tile);
          if (i < out.count) limbs[i] = sum;
        });
  }
};

}  // namespace gbi::kernels
