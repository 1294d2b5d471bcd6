/// \file
/// The product of a number and one limb, in linear time.
///
/// Limb i of the result is the low half of a_i b, the high half of a_(i-1) b and a carry: the sum of two
/// numbers that are never written down, so that the carry look-ahead of sums finds the carries.
///
/// Moves 8 bytes a limb in and 8 out.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct limb_product_kernel {
  using arguments = limb_product_arguments;
  static constexpr int threads = carry_tile_threads;
  static constexpr int blocks_per_multiprocessor = 5;
  static constexpr bool in_order = true;
  struct shared_memory {
    lookahead_memory lookahead;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const tile_position at = tile_position::of(block);
    const limb* const a = args.a.limbs + at.problem * args.a.stride;
    const limb factor = args.b.limbs[at.problem * args.b.stride];
    limb* const out = args.out.limbs + at.problem * args.out.stride;

    const auto load = [&](int limb_in_tile) GBI_INLINE {
      const std::uint64_t i = at.limb_index(limb_in_tile);
      const limb here = i < args.a.count ? a[i] : 0;
      const limb below = i > 0 && i <= args.a.count ? a[i - 1] : 0;
      return limb_pair{here * factor, high_limb(wide_product(below, factor))};
    };
    const auto store = [&](int limb_in_tile, limb sum) GBI_INLINE {
      const std::uint64_t i = at.limb_index(limb_in_tile);
      if (i < args.out.count) out[i] = sum;
      if (args.sign.result != nullptr && i == 0) *args.sign.result = *args.sign.a ^ *args.sign.b;
    };
    add_tile(block, shared.lookahead, args.chain, at, false, false, load, store);
  }
};

}  // namespace gbi::kernels
