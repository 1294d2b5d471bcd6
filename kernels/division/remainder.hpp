/// \file
/// The remainder of a division by multiplication: one of two candidates, shifted back.
///
/// Moves 8 bytes a limb in and 8 out.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/block.hpp"

namespace gbi::kernels {

struct remainder_kernel {
  using arguments = remainder_arguments;
  using shared_memory = no_shared_memory;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    block.phase([&](int thread) GBI_INLINE {
      const std::uint64_t j = std::uint64_t{block.index()} * threads + static_cast<std::uint32_t>(thread);
      const limb* smaller = args.smaller.limbs + block.batch() * args.smaller.stride;
      const bool too_small = smaller[args.smaller.count - 1] != 0;
      const limb_span& from = too_small ? args.larger : args.smaller;
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
