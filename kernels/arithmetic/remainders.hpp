/// \file
/// A number modulo many words. A warp handles one modulus. Its lane l reduces the limbs l, l + 32, l + 64,
/// ... by Horner's rule with 2^2048. Then the lanes' results are weighted with 2^(64 l) and added.
///
/// Reads 8 bytes per limb and modulus, from cache; two divisions of 128 by 64 bits for each.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct remainders_kernel : kernel<remainders_arguments, 4 * warp_threads, 8> {
  static constexpr int moduli = threads / warp_threads;  ///< per block

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const auto modulus_of = [&](int thread) {
      return block.index() * moduli + static_cast<std::uint32_t>(thread / warp_threads);
    };
    per_thread<Block, limb> sum;
    block.warp_phase([&](int thread) {
      sum[thread] = 0;
      if (modulus_of(thread) >= args.count) return;
      const word_modulus modulus = args.moduli[modulus_of(thread)];
      const auto lane = static_cast<std::uint64_t>(thread % warp_threads);
      const limb base = modulus.reduce(wide_limb{1} << limb_bits);
      const limb step = modulus.power(base, warp_threads);
      const std::uint64_t rounds = (args.number.count + warp_threads - 1) / warp_threads;
      limb found = 0;
      for (std::uint64_t round = rounds; round-- > 0;) {
        const std::uint64_t i = round * warp_threads + lane;
        found =
            modulus.reduce(wide_product(found, step) + (i < args.number.count ? args.number.limbs[i] : 0));
      }
      sum[thread] = modulus.multiply(found, modulus.power(base, lane));
    });
    for (int distance = 1; distance < warp_threads; distance *= 2) {
      const per_thread<Block, limb> other = block.shuffle_xor(sum, distance);
      block.warp_phase([&](int thread) {
        if (modulus_of(thread) < args.count)
          sum[thread] = args.moduli[modulus_of(thread)].add(sum[thread], other[thread]);
      });
    }
    block.phase([&](int thread) {
      if (thread % warp_threads == 0 && modulus_of(thread) < args.count)
        args.remainders[modulus_of(thread)] = sum[thread];
    });
  }
};

}  // namespace gbi::kernels
