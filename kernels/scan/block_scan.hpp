/// \file
/// Scan and reduction over the threads of a block: every warp scans by shuffles, the first warp scans the
/// warps' totals, everybody adds the total of the warps before. Shared memory: one value a warp.
#pragma once

#include "kernels/scan/warp_scan.hpp"

namespace gbi::kernels {

template <class T, int Threads>
struct block_scan_memory {
  T total[(Threads + warp_threads - 1) / warp_threads];
};

/// Replaces value by its inclusive scan over the block's threads.
template <class Block, class T, class Operator>
GBI_DEVICE void block_inclusive_scan(Block& block, block_scan_memory<T, Block::threads>& shared,
                                     per_thread<Block, T>& value, Operator combine) {
  constexpr int warps = (Block::threads + warp_threads - 1) / warp_threads;
  warp_inclusive_scan(block, value, combine);
  if constexpr (warps > 1) {
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == warp_threads - 1) shared.total[thread / warp_threads] = value[thread];
    });
    per_thread<Block, T> totals;
    block.warp_phase([&](int thread) GBI_INLINE {
      totals[thread] = thread < warps ? shared.total[thread] : Operator::identity();
    });
    warp_inclusive_scan(block, totals, combine);
    block.phase([&](int thread) GBI_INLINE {
      if (thread < warps) shared.total[thread] = totals[thread];
    });
    block.phase([&](int thread) GBI_INLINE {
      const int warp = thread / warp_threads;
      if (warp > 0) value[thread] = combine(shared.total[warp - 1], value[thread]);
    });
  }
}

/// The reduction of all values, left in every thread's `value`.
template <class Block, class T, class Operator>
GBI_DEVICE void block_reduce(Block& block, block_scan_memory<T, Block::threads>& shared,
                             per_thread<Block, T>& value, Operator combine) {
  block_inclusive_scan(block, shared, value, combine);
  block.phase([&](int thread) GBI_INLINE {
    if (thread == Block::threads - 1) shared.total[0] = value[thread];
  });
  block.phase([&](int thread) GBI_INLINE { value[thread] = shared.total[0]; });
}

}  // namespace gbi::kernels
