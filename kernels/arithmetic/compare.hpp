/// \file
/// The order of two magnitudes and the length of one. Both depend on the highest limb that decides, so they
/// are a maximum over all limbs.
///
/// Reads 8 bytes per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/scan/limb_reduction.hpp"
#include "kernels/word/tile_operands.hpp"

namespace gbi::kernels {

struct compare_kernel : limb_reduction<compare_arguments, 8> {
  struct tile {
    struct loaded_limbs {
      limb a, b;
    };
    operand_of_tile a, b;
    std::uint64_t first;

    GBI_DEVICE loaded_limbs load(std::int32_t at) const { return {a(at), b(at)}; }
    GBI_DEVICE limb term(loaded_limbs x, std::int32_t at) const {
      return x.a == x.b ? 0 : (first + static_cast<std::uint32_t>(at) + 1) * 2 + (x.a > x.b);
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t count = args.a.count > args.b.count ? args.a.count : args.b.count;
    find_maximum(block, shared, count, args.order, [&](std::uint64_t at) {
      const auto first = static_cast<std::int64_t>(at);
      return tile{operand_of_tile(args.a.limbs, args.a.count, first),
                  operand_of_tile(args.b.limbs, args.b.count, first), args.at + at};
    });
  }
};

struct significant_kernel : limb_reduction<significant_arguments, 16> {
  struct tile {
    operand_of_tile a;
    std::uint64_t first, last;
    limb last_mask;

    GBI_DEVICE limb load(std::int32_t at) const { return a(at); }
    GBI_DEVICE limb term(limb loaded, std::int32_t at) const {
      const std::uint64_t i = first + static_cast<std::uint32_t>(at) + 1;
      return (loaded & (i == last ? last_mask : ~limb{0})) == 0 ? 0 : i;
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    find_maximum(block, shared, args.a.count, args.result, [&](std::uint64_t at) {
      return tile{operand_of_tile(args.a.limbs, args.a.count, static_cast<std::int64_t>(at)), at,
                  args.a.count, args.last_mask};
    });
  }
};

}  // namespace gbi::kernels
