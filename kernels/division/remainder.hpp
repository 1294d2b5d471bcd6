/// \file
/// The end of a division by multiplication, or of a square root, when it is known whether the quotient is one
/// too small. The remainder is one of two candidates, shifted back, and the quotient gets a carry or not. The
/// blocks of a problem's first tiles settle the quotient, the others the remainder.
///
/// Reads 8 bytes per limb of quotient and remainder and writes 8.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"

namespace gbi::kernels {

struct remainder_kernel : carry_kernel<remainder_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t tiles = args.quotient.count == 0 ? 0 : args.chain.tiles;
    if (block.index() < tiles)
      settle_quotient(block, shared, args);
    else
      choose_remainder(block, args, block.index() - tiles);
  }

 private:
  GBI_DEVICE static bool is_too_small(const arguments& args, std::uint32_t problem) {
    return args.smaller.limbs[problem * args.smaller.stride + args.smaller.count - 1] != 0;
  }

  template <class Block>
  GBI_DEVICE static void settle_quotient(Block& block, shared_memory& shared, const arguments& args) {
    const limb* estimate = args.estimate.limbs + block.batch() * args.estimate.stride;
    add_limbs(block, shared, args.chain, args.quotient, !is_too_small(args, block.batch()), false,
              [&](std::uint64_t i) GBI_INLINE -> limb_pair {
                return {i < args.estimate.count ? estimate[i] : 0, 0};
              });
  }

  template <class Block>
  GBI_DEVICE static void choose_remainder(Block& block, const arguments& args, std::uint32_t index) {
    block.phase([&](int thread) GBI_INLINE {
      const std::uint64_t j = std::uint64_t{index} * threads + static_cast<std::uint32_t>(thread);
      const limb_span& from = is_too_small(args, block.batch()) ? args.larger : args.smaller;
      const limb* limbs = from.limbs + block.batch() * from.stride;
      if (j < args.out.count) {
        const limb low = j < from.count ? limbs[j] : 0, high = j + 1 < from.count ? limbs[j + 1] : 0;
        args.out.limbs[block.batch() * args.out.stride + j] = low >> args.shift | high << 1
                                                                                       << (63 - args.shift);
      }
      if (j == 0 && args.signs.a != nullptr) {
        if (args.signs.quotient != nullptr) *args.signs.quotient = *args.signs.a ^ *args.signs.b;
        if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
      }
    });
  }
};

}  // namespace gbi::kernels
