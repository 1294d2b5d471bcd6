/// \file
/// How a transform of N points is cut into passes over memory.
#pragma once

#include <span>

namespace gbi::plan {

/// N = product of the columns * row. Each column pass and the rows pass touch memory once; a transform that
/// fits a block has no column pass.
struct fft_shape {
  int log2_points;
  int column_passes;  ///< 0, 1 or 2
  int log2_column[2];
  int log2_row;
};

inline constexpr int longest_fft = 32;  ///< log2 of the longest transform

/// log2 of the lengths there are: one block for 2^6, 2^9 and 2^12, every power of two from 2^13 on.
bool has_fft(int log2_points);

/// \param log2_points a length for which has_fft is true.
fft_shape shape_of(int log2_points);

}  // namespace gbi::plan
