/// \file
/// A number modulo a word, to check other computations. Reads 8 bytes per limb, with two divisions of 128 by
/// 64 bits for every four limbs, or for every limb if the modulus is longer.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::kernels {

/// A thread reduces every `threads`-th limb of its tile by Horner's rule, and weights the result. With a
/// modulus below 61 bits, four limbs and the value that they are added to stay below 2^127 and are reduced
/// once. Halves of words are added, so that no sum overflows.
/// \tparam LimbsOfThread Weights take a thread as long as a few dozen limbs.
template <int LimbsOfThread>
struct word_checksum_kernel : kernel<word_checksum_arguments, 128, 8, block_scan_memory<limb, 128>> {
  static constexpr int tile_limbs = 128 * LimbsOfThread;

  template <class Block>
  GBI_DEVICE static void run(Block& block, block_scan_memory<limb, 128>& shared,
                             const word_checksum_arguments& args) {
    constexpr int threads = word_checksum_kernel::threads;
    const word_modulus modulus = args.modulus;
    const std::uint64_t tile = std::uint64_t{block.index()} * tile_limbs;
    per_thread<Block, limb> lower, upper;
    block.phase([&](int thread) {
      const limb base = modulus.reduce(wide_limb{1} << limb_bits);
      const limb step = modulus.power(base, threads);
      const std::uint64_t first = tile + static_cast<std::uint32_t>(thread);
      limb found = 0;
      if (first < args.a.count) {
        const auto limb_at = [&](int i) -> limb {
          const std::uint64_t j = first + static_cast<std::uint32_t>(i * threads);
          return j < args.a.count ? args.a.limbs[j] : 0;
        };
        if (modulus.value() >> 61 == 0) {
          const limb second = modulus.multiply(step, step), third = modulus.multiply(second, step);
          const limb fourth = modulus.multiply(second, second);
          for (int i = LimbsOfThread; (i -= 4) >= 0;) {
            const limb a = limb_at(i), b = limb_at(i + 1), c = limb_at(i + 2), d = limb_at(i + 3);
            found = modulus.reduce(wide_product(found, fourth) + wide_product(d, third) +
                                   wide_product(c, second) + wide_product(b, step) + a);
          }
        } else {
          for (int i = LimbsOfThread; i-- > 0;)
            found = modulus.reduce(wide_product(found, step) + limb_at(i));
        }
        found = modulus.multiply(found, modulus.power(base, args.at + first));
      }
      lower[thread] = found & 0xffffffff;
      upper[thread] = found >> 32;
    });
    block_reduce(block, shared, lower, sum<limb>{});
    block_reduce(block, shared, upper, sum<limb>{});
    block.template phase<1>([&](int thread) {
      block.atomic_add(args.result, lower[thread]);
      block.atomic_add(args.result + 1, upper[thread]);
    });
  }
};

}  // namespace gbi::kernels
