/// \file
/// Inclusive scan inside every warp of a block, pattern of Kogge and Stone: log2(32) shuffles.
/// Source: P. Kogge, H. Stone, IEEE Trans. Computers C-22 (1973).
#pragma once

#include "kernels/model/block.hpp"

namespace gbi::kernels {

/// `Value` is a per_thread<Block, T>.
template <class Block, class Value, class Operator>
GBI_DEVICE void warp_inclusive_scan(Block& block, Value& value, Operator combine) {
  for (int delta = 1; delta < Block::warp_size; delta *= 2) {
    const Value before = block.shuffle_up(value, delta);
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads >= delta) value[thread] = combine(before[thread], value[thread]);
    });
  }
}

}  // namespace gbi::kernels
