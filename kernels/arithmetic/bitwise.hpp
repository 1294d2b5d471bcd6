/// \file
/// Any bitwise function of two integers. Negative integers are in two's complement.
///
/// Reads 8 bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include "kernels/arithmetic/twos_complement.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/tile_phase.hpp"

namespace gbi::kernels {

struct bitwise_kernel : kernel<bitwise_arguments, 256, 4> {
  static constexpr int limbs_of_thread = 8, tile_limbs = threads * limbs_of_thread;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const std::uint64_t first = std::uint64_t{block.index()} * tile_limbs;
    const bit_combination bits(args.f, args.a, args.b, first);
    const negation magnitude(args.lowest != nullptr && bits.negative(), args.lowest, first);
    const result_of_tile out(args.out.limbs, args.out.count, first);
    tile_phase<limbs_of_thread>(
        block, args.out.count - first, [&](int at) { return bits.load(at); },
        [&](int, int at, bit_combination::loaded loaded) {
          const limb value = magnitude(bits.value(loaded, at), at);
          out(at, value & (at + 1 == out.end() ? args.last_mask : ~limb{0}));
        });
    block.lone_phase([&](int thread) {
      if (thread == 0 && block.index() == 0) *args.sign_result = magnitude.negates() ? 1 : 0;
    });
  }
};

}  // namespace gbi::kernels
