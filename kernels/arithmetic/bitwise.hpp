/// \file
/// Any bitwise function of two integers. Negative integers are in two's complement.
///
/// Reads 8 bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include "kernels/arithmetic/twos_complement.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct bitwise_kernel : kernel<bitwise_arguments, 256, 4> {
  static constexpr int limbs_of_thread = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const bit_combination bits{args.f, twos_complement(args.a), twos_complement(args.b)};
    const bool negative = args.lowest != nullptr && bits.negative();
    const std::uint64_t lowest = negative ? ~*args.lowest / limb_bits : 0;
    block.phase([&](int thread) {
      for (int i = 0; i < limbs_of_thread; ++i) {
        const std::uint64_t j = std::uint64_t{block.index()} * (limbs_of_thread * threads) +
                                static_cast<std::uint32_t>(i * threads + thread);
        if (j >= args.out.count) break;
        const limb value = negative ? negated_limb(bits[j], j, lowest) : bits[j];
        args.out.limbs[j] = value & (j + 1 == args.out.count ? args.last_mask : ~limb{0});
      }
      if (thread == 0 && block.index() == 0) *args.sign_result = negative ? 1 : 0;
    });
  }
};

}  // namespace gbi::kernels
