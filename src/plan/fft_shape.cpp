#include "src/plan/fft_shape.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace gbi::plan {

namespace {

constexpr int longest = 32;  // log2 of the longest transform

fft_shape assemble(int first, int second, int row) {
  return {static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second) *
              static_cast<std::uint64_t>(row),
          second > 1  ? 2
          : first > 1 ? 1
                      : 0,
          {first, second},
          row};
}

// Columns of 256 points run at the speed of a copy, so they are used as long as rows of up to 4096 points
// cover the rest; only then do columns grow.
fft_shape power_of_two(int n) {
  if (n <= 12) return assemble(1, 1, 1 << n);
  if (n <= 20) {
    const int column = std::min(8, n - 8);
    return assemble(1 << column, 1, 1 << (n - column));
  }
  if (n <= 28) {
    const int second = std::min(8, n - 8 - 6);
    return assemble(1 << 8, 1 << second, 1 << (n - 8 - second));
  }
  const int columns = n - 12;
  return assemble(1 << ((columns + 1) / 2), 1 << (columns / 2), 1 << 12);
}

// A first column with an odd factor is about as long; 2^rest points are left to the other passes.
fft_shape with_odd_column(int column, int rest) {
  if (rest <= 12) return assemble(column, 1, 1 << rest);
  const int second = rest <= 20 ? std::min(8, rest - 6) : rest - 12;
  return assemble(column, 1 << second, 1 << (rest - second));
}

std::vector<fft_shape> all_shapes() {
  std::vector<fft_shape> shapes;
  for (const int n : {6, 9}) shapes.push_back(power_of_two(n));
  for (int n = 12; n <= longest; ++n) shapes.push_back(power_of_two(n));
  for (const int column : {144, 160, 192, 224, 240})
    for (int rest = 8; rest <= 22; ++rest) shapes.push_back(with_odd_column(column, rest));
  std::sort(shapes.begin(), shapes.end(),
            [](const fft_shape& a, const fft_shape& b) { return a.points < b.points; });
  return shapes;
}

}  // namespace

std::span<const fft_shape> fft_shapes() {
  static const std::vector<fft_shape> shapes = all_shapes();
  return shapes;
}

const fft_shape& shape_of(std::uint64_t points) {
  const auto shapes = fft_shapes();
  const auto found = std::find_if(shapes.begin(), shapes.end(),
                                  [points](const fft_shape& shape) { return shape.points == points; });
  if (found == shapes.end()) throw std::logic_error("no transform of " + std::to_string(points) + " points");
  return *found;
}

}  // namespace gbi::plan
