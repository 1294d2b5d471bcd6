/// \file
/// How a transform of N points is cut into passes over memory.
#pragma once

#include <cstdint>
#include <span>

namespace gbi::plan {

/// N = product of the columns * row. Each column pass and the rows pass touch memory once; a transform that
/// fits a block has no column pass. Only the first column may have an odd factor.
struct fft_shape {
  std::uint64_t points;
  int column_passes;  ///< 0, 1 or 2
  int column[2];      ///< points of a column; 1 where there is no pass
  int row;

  bool operator==(const fft_shape&) const = default;
};

/// Every transform there is, shortest first: 2^6, 2^9 and 2^12 points in one block, then 2^k {1, 3, 5, 7, 9,
/// 15} up to 2^32 points.
std::span<const fft_shape> fft_shapes();

/// The shape of a length. \throws std::logic_error if there is none of that length.
const fft_shape& shape_of(std::uint64_t points);

}  // namespace gbi::plan
