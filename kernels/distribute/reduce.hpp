/// \file
/// The bit length of a slab, which the ranks combine by a maximum. Reads 8 bytes per limb from the top down
/// to the first nonzero one.
#pragma once

#include "kernels/distribute/arguments.hpp"
#include "kernels/scan/limb_reduction.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

/// Tiles go from the top down. A block stops if a higher limb is known not to be 0.
struct bit_length_kernel : limb_reduction<bit_length_arguments, 4> {
  using shared_memory = first_term_memory;

  struct tile {
    const limb_span& a;
    std::uint64_t at, above;

    GBI_DEVICE limb load(std::int32_t down) const {
      const std::uint64_t from_top = above + static_cast<std::uint32_t>(down);
      return from_top < a.count ? a.limbs[a.count - 1 - from_top] : 0;
    }
    GBI_DEVICE limb term(limb loaded, std::int32_t down) const {
      return loaded == 0 ? 0
                         : (at + a.count - above - static_cast<std::uint32_t>(down)) * limb_bits -
                               static_cast<std::uint32_t>(leading_zeros(loaded));
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    find_first(
        block, shared, args.a.count, args.result,
        [&](std::uint64_t above) -> limb { return (args.at + args.a.count - above) * limb_bits; },
        [&](std::uint64_t above) {
          return tile{args.a, args.at, above};
        });
  }
};

}  // namespace gbi::kernels
