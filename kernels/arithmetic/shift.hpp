/// \file
/// Shift of a magnitude by any number of bits, left or right.
///
/// Moves 8 bytes a limb in and 8 out.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/block.hpp"

namespace gbi::kernels {

struct shift_kernel {
  using arguments = shift_arguments;
  using shared_memory = no_shared_memory;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    block.phase([&](int thread) GBI_INLINE {
      const std::uint64_t l = std::uint64_t{block.index()} * threads + static_cast<std::uint32_t>(thread);
      if (l < args.out.count) {
        const limb* a = args.a.limbs + block.batch() * args.a.stride;
        // Arithmetic shift and mask round towards minus infinity: limbs below limb 0 have wrapped, huge
        // indices.
        const std::int64_t bit = static_cast<std::int64_t>(l) * limb_bits + args.offset;
        const std::uint64_t j = static_cast<std::uint64_t>(bit >> 6);
        const std::uint32_t shift = bit & 63;
        const limb low = j < args.a.count ? a[j] : 0;
        const limb high = j + 1 < args.a.count ? a[j + 1] : 0;
        args.out.limbs[block.batch() * args.out.stride + l] = (low >> shift) | (high << 1 << (63 - shift));
      }
      if (args.sign != nullptr && l == 0) *args.sign_result = *args.sign;
    });
  }
};

}  // namespace gbi::kernels
