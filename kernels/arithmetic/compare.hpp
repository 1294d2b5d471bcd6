/// \file
/// The order of two magnitudes and the length of one. Both depend on the highest limb that decides, so they
/// are a maximum over all limbs.
///
/// Reads 8 bytes per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/scan/limb_reduction.hpp"

namespace gbi::kernels {

struct compare_kernel : limb_reduction<compare_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t count = args.a.count > args.b.count ? args.a.count : args.b.count;
    find_maximum(block, shared, 0, count, args.order, [&](std::uint64_t j) -> limb {
      const limb a = j < args.a.count ? args.a.limbs[j] : 0;
      const limb b = j < args.b.count ? args.b.limbs[j] : 0;
      return a == b ? 0 : (args.at + j + 1) * 2 + (a > b);
    });
  }
};

struct significant_kernel : limb_reduction<significant_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    find_maximum(block, shared, 0, args.a.count, args.result, [&](std::uint64_t j) -> limb {
      const limb mask = j + 1 == args.a.count ? args.last_mask : ~limb{0};
      return (args.a.limbs[j] & mask) == 0 ? 0 : j + 1;
    });
  }
};

}  // namespace gbi::kernels
