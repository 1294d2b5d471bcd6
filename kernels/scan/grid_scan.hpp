/// \file
/// Scan over the threads of all blocks of a grid, in one pass: a scan of the block, and look-back for the sum
/// of the blocks before it. A kernel that uses it declares `in_order`.
#pragma once

#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/look_back.hpp"

namespace gbi::kernels {

template <class T, int Threads>
struct grid_scan_memory {
  block_scan_memory<T, Threads> of_block;
  T before;  ///< the sum of this block, then of the blocks before it
};

/// Replaces value by its inclusive scan over the threads of all blocks of the grid, in the order of their
/// indices. \param chain has tile_words<T>::count words for each block
template <class Block, class T, class Operator>
GBI_DEVICE void grid_inclusive_scan(Block& block, grid_scan_memory<T, Block::threads>& shared,
                                    const scan_chain& chain, per_thread<Block, T>& value, Operator combine) {
  block_inclusive_scan(block, shared.of_block, value, combine);
  block.phase([&](int thread) {
    if (thread == Block::threads - 1) shared.before = value[thread];
  });
  block.first_warp([&](auto& warp) {
    using warp_type = std::remove_reference_t<decltype(warp)>;
    per_thread<warp_type, T> aggregate, before;
    warp.phase([&](int lane) { aggregate[lane] = shared.before; });
    look_back<scan_pattern::kogge_stone, warp_type, T>(warp, chain.words, chain.epoch, block.index(),
                                                       aggregate, before, combine);
    warp.phase([&](int lane) {
      if (lane == 0) shared.before = before[lane];
    });
  });
  block.phase([&](int thread) { value[thread] = combine(shared.before, value[thread]); });
}

}  // namespace gbi::kernels
