/// \file
/// Order of two magnitudes and length of one: the highest limb that decides, found by a maximum over all
/// limbs.
///
/// Moves 8 bytes a limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::kernels {

/// Limbs that one block looks at.
inline constexpr int search_tile_threads = 256;
inline constexpr int search_tile_limbs = 4 * search_tile_threads;

/// *result = max(*result, key(j)) over the limbs j of this block's tile.
template <class Block, class Key>
GBI_DEVICE void highest_key(Block& block, block_scan_memory<limb, search_tile_threads>& shared,
                            std::uint64_t count, limb* result, Key&& key) {
  per_thread<Block, limb> best;
  block.phase([&](int thread) GBI_INLINE {
    limb found = 0;
    for (int i = 0; i < search_tile_limbs / search_tile_threads; ++i) {
      const std::uint64_t j = std::uint64_t{block.index()} * search_tile_limbs +
                              static_cast<std::uint32_t>(i * search_tile_threads + thread);
      if (j < count) found = maximum<limb>{}(found, key(j));
    }
    best[thread] = found;
  });
  block_reduce(block, shared, best, maximum<limb>{});
  block.phase([&](int thread) GBI_INLINE {
    if (thread == 0 && best[thread] != 0) block.atomic_max(result, best[thread]);
  });
}

struct compare_kernel {
  using arguments = compare_arguments;
  using shared_memory = block_scan_memory<limb, search_tile_threads>;
  static constexpr int threads = search_tile_threads;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t count = args.a.count > args.b.count ? args.a.count : args.b.count;
    highest_key(block, shared, count, args.order, [&](std::uint64_t j) GBI_INLINE -> limb {
      const limb a = j < args.a.count ? args.a.limbs[j] : 0;
      const limb b = j < args.b.count ? args.b.limbs[j] : 0;
      return a == b ? 0 : (j + 1) * 2 + (a > b);
    });
  }
};

struct significant_kernel {
  using arguments = significant_arguments;
  using shared_memory = block_scan_memory<limb, search_tile_threads>;
  static constexpr int threads = search_tile_threads;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    highest_key(block, shared, args.a.count, args.result, [&](std::uint64_t j) GBI_INLINE -> limb {
      const limb mask = j + 1 == args.a.count ? args.last_mask : ~limb{0};
      return (args.a.limbs[j] & mask) == 0 ? 0 : j + 1;
    });
  }
};

}  // namespace gbi::kernels
