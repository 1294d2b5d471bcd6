#include "src/plan/fft_shape.hpp"

#include <algorithm>

namespace gbi::plan {

bool has_fft(int log2_points) {
  return log2_points == 6 || log2_points == 9 || (log2_points >= 12 && log2_points <= longest_fft);
}

// Columns of 256 points run at the speed of a copy, so they are used as long as rows of up to 4096 points
// cover the rest; only then do columns grow.
fft_shape shape_of(int log2_points) {
  const int n = log2_points;
  if (n <= 12) return {n, 0, {0, 0}, n};
  if (n <= 20) {
    const int column = std::min(8, n - 8);
    return {n, 1, {column, 0}, n - column};
  }
  if (n <= 28) {
    const int second = std::min(8, n - 8 - 6);
    return {n, 2, {8, second}, n - 8 - second};
  }
  const int columns = n - 12;
  return {n, 2, {(columns + 1) / 2, columns / 2}, 12};
}

}  // namespace gbi::plan
