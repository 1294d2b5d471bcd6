/// \file
/// Scan and reduction over the threads of a block. Every warp scans by shuffles, the first warp scans the
/// totals of the warps, and every thread adds the total of the preceding warps. Takes shared memory for one
/// value per warp.
#pragma once

#include "kernels/scan/warp_scan.hpp"

namespace gbi::kernels {

template <class T, int Threads>
struct block_scan_memory {
  T total[(Threads + warp_threads - 1) / warp_threads];
};

/// Leaves the inclusive scan of the warps' totals in shared.total; `value` is scanned within each warp.
template <scan_pattern Pattern, class Block, class T, class Operator>
GBI_DEVICE void scan_warp_totals(Block& block, block_scan_memory<T, Block::threads>& shared,
                                 const per_thread<Block, T>& value, Operator combine) {
  constexpr int warps = (Block::threads + warp_threads - 1) / warp_threads;
  block.phase([&](int thread) {
    if (thread % warp_threads == Block::warp_size - 1) shared.total[thread / warp_threads] = value[thread];
  });
  block.first_warp([&](auto& warp) {
    per_thread<std::remove_reference_t<decltype(warp)>, T> totals;
    warp.phase([&](int lane) {
      totals[lane] = warps == warp_threads || lane < warps ? shared.total[lane] : Operator::identity();
    });
    warp_inclusive_scan<Pattern>(warp, totals, combine);
    warp.phase([&](int lane) {
      if (warps == warp_threads || lane < warps) shared.total[lane] = totals[lane];
    });
  });
}

/// Replaces value by its inclusive scan over the block's threads.
template <scan_pattern Pattern = scan_pattern::kogge_stone, class Block, class T, class Operator>
GBI_DEVICE void block_inclusive_scan(Block& block, block_scan_memory<T, Block::threads>& shared,
                                     per_thread<Block, T>& value, Operator combine) {
  warp_inclusive_scan<Pattern>(block, value, combine);
  if constexpr (Block::threads > warp_threads) {
    scan_warp_totals<Pattern>(block, shared, value, combine);
    block.phase([&](int thread) {
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
  block.phase([&](int thread) {
    if (thread == Block::threads - 1) shared.total[0] = value[thread];
  });
  block.phase([&](int thread) { value[thread] = shared.total[0]; });
}

}  // namespace gbi::kernels
