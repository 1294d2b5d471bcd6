/// \file
/// Scan inside every warp of a block in log2(32) shuffles, by either of two patterns:
///
///            Kogge-Stone        Ladner-Fischer     (the lane whose value a lane takes; - means none)
///   lane     0 1 2 3 4 5 6 7    0 1 2 3 4 5 6 7
///   step 0   - 0 1 2 3 4 5 6    - 0 - 2 - 4 - 6
///   step 1   - - 0 1 2 3 4 5    - - 1 1 - - 5 5
///   step 2   - - - - 0 1 2 3    - - - - 3 3 3 3
///
/// In the Kogge-Stone pattern, all lanes but the first ones work in every step and read at a constant
/// distance. In the Ladner-Fischer pattern of least depth, half of them work, and all lanes of an upper half
/// read the same lane.
/// Sources: P. Kogge, H. Stone, IEEE Trans. Computers C-22 (1973); R. Ladner, M. Fischer, J. ACM 27 (1980).
#pragma once

#include <type_traits>

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

enum class scan_pattern { kogge_stone, ladner_fischer };

/// The lane whose value `lane` takes in the step with distance 2^step; negative if there is none.
template <scan_pattern Pattern>
GBI_BOTH constexpr int scan_source(int lane, int step) {
  if constexpr (Pattern == scan_pattern::kogge_stone) return lane - (1 << step);
  return (lane >> step & 1) != 0 ? (lane >> step << step) - 1 : -1;
}

/// The number of steps until the distance is a whole warp.
template <class Block>
inline constexpr int scan_steps = 32 - leading_zeros(static_cast<unsigned>(Block::warp_size) - 1);

template <scan_pattern Pattern, class Block, class Value>
GBI_DEVICE Value fetch_scan_source(Block& block, const Value& value, int step) {
  if constexpr (Pattern == scan_pattern::kogge_stone)
    return block.shuffle_up(value, 1 << step);
  else
    return block.shuffle(value, [=](int lane) {
      const int source = scan_source<Pattern>(lane, step);
      return source < 0 ? lane : source;
    });
}

/// Replaces each value by its inclusive scan over the warp's lanes. Several values per thread are scanned in
/// parallel, so their shuffles overlap. `Value` is a per_thread<Block, T>. `first(thread, row)` is the lane
/// at which the segment of this thread starts in a row; it is 0 if there is only one segment.
template <scan_pattern Pattern, class Block, class Value, int Rows, class First, class Operator>
GBI_DEVICE void warp_segmented_scan(Block& block, Value (&value)[Rows], First&& first, Operator combine) {
  unroll<scan_steps<Block>>([&](auto step) {
    Value before[Rows];
    for (int row = 0; row < Rows; ++row) before[row] = fetch_scan_source<Pattern>(block, value[row], step);
    block.warp_phase([&](int thread) {
      const int source = scan_source<Pattern>(thread % warp_threads, step);
      for (int row = 0; row < Rows; ++row)
        if (source >= first(thread, row))
          value[row][thread] = combine(before[row][thread], value[row][thread]);
    });
  });
}

template <scan_pattern Pattern, class Block, class Value, int Rows, class Operator>
GBI_DEVICE void warp_inclusive_scan(Block& block, Value (&value)[Rows], Operator combine) {
  warp_segmented_scan<Pattern>(
      block, value, [](int, int) { return 0; }, combine);
}

template <scan_pattern Pattern = scan_pattern::kogge_stone, class Block, class Value, class Operator>
requires(!std::is_array_v<Value>) GBI_DEVICE
    void warp_inclusive_scan(Block& block, Value& value, Operator combine) {
  unroll<scan_steps<Block>>([&](auto step) {
    const Value before = fetch_scan_source<Pattern>(block, value, step);
    block.warp_phase([&](int thread) {
      if (scan_source<Pattern>(thread % warp_threads, step) >= 0)
        value[thread] = combine(before[thread], value[thread]);
    });
  });
}

}  // namespace gbi::kernels
