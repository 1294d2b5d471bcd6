/// \file
/// Shifts a magnitude by any number of bits, left or right.
///
/// Reads and writes 8 bytes per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct shift_kernel : elementwise<shift_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    for_each(block, args.out.count, [&](std::uint64_t l) GBI_INLINE {
      const limb* a = args.a.limbs + block.batch() * args.a.stride;
      // Arithmetic shift and mask round towards minus infinity: the indices of limbs below limb 0 wrap around
      // and are huge.
      const std::int64_t bit = static_cast<std::int64_t>(l) * limb_bits + args.offset;
      const std::uint64_t j = static_cast<std::uint64_t>(bit >> 6);
      const std::uint32_t shift = bit & 63;
      const limb low = j < args.a.count ? a[j] : 0;
      const limb high = j + 1 < args.a.count ? a[j + 1] : 0;
      args.out.limbs[block.batch() * args.out.stride + l] = (low >> shift) | (high << 1 << (63 - shift));
      if (args.sign != nullptr && l == 0) *args.sign_result = *args.sign;
    });
  }
};

}  // namespace gbi::kernels
