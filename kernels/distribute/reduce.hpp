/// \file
/// The bit length of a slab, which the ranks combine by a maximum. Reads 8 bytes per limb from the top down
/// to the first nonzero one.
#pragma once

#include "kernels/distribute/arguments.hpp"
#include "kernels/scan/limb_reduction.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// Blocks take tiles from the top down, and return if a higher limb is known not to be 0.
struct bit_length_kernel : limb_reduction<bit_length_arguments> {
  struct shared_memory {
    limb_reduction_memory reduction;
    limb known;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t above = std::uint64_t{block.index()} * tile_limbs;
    block.template phase<1>([&](int) { shared.known = block.observe_alone(args.result); });
    if (shared.known >= (args.at + args.a.count - above) * limb_bits) return;
    find_maximum(block, shared.reduction, 0, args.a.count, args.result, [&](std::uint64_t from_top) -> limb {
      const std::uint64_t j = args.a.count - 1 - from_top;
      const limb value = args.a.limbs[j];
      return value == 0 ? 0
                        : (args.at + j + 1) * limb_bits - static_cast<std::uint32_t>(leading_zeros(value));
    });
  }
};

}  // namespace gbi::kernels
