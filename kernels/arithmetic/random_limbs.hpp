/// \file
/// Uniformly random limbs.
///
/// Writes 8 bytes per limb; ten products of 32 x 32 bits per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/word/philox.hpp"

namespace gbi::kernels {

/// Two limbs per thread.
struct random_kernel : elementwise<random_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const std::uint64_t draw = args.first_draw + block.batch();
    limb* out = args.out.limbs + block.batch() * args.out.stride;
    for_each(block, args.out.count / 2 + 1, [&](std::uint64_t i) {
      const std::uint64_t at = args.first_limb / 2 + i;
      const philox_block bits =
          philox({{low(at), high(at), low(draw), high(draw)}}, low(args.key), high(args.key));
      for (std::uint32_t half = 0; half < 2; ++half) {
        const std::uint64_t j = 2 * at + half - args.first_limb;  // huge for a limb before the first
        if (j >= args.out.count) continue;
        const limb value = limb{bits.word[2 * half + 1]} << 32 | bits.word[2 * half];
        out[j] = value & (j + 1 == args.out.count ? args.last_mask : ~limb{0});
      }
      if (args.sign_result != nullptr && i == 0) *args.sign_result = 0;
    });
  }

 private:
  GBI_BOTH static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  GBI_BOTH static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }
};

}  // namespace gbi::kernels
