#include "src/plan/fft_shape.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <vector>

#include "src/process/concat.hpp"

namespace gbi::plan {

namespace {

constexpr int longest_log2 = 32;  // log2 of the points of the longest transform
constexpr int odd_columns[] = {144, 160, 192, 224, 240};
constexpr int longest_in_block = 4096;
constexpr int longest_of_two_columns = 22;  // log2 of the points after a first column with an odd factor

fft_shape assemble(int first, int second, int row) {
  return {static_cast<std::uint64_t>(first) * static_cast<std::uint64_t>(second) *
              static_cast<std::uint64_t>(row),
          second > 1  ? 2
          : first > 1 ? 1
                      : 0,
          {first, second, 1},
          row};
}

fft_shape with_third_column(fft_shape shape, int third) {
  shape.column[2] = third;
  shape.column_passes = 3;
  shape.points *= static_cast<std::uint64_t>(third);
  return shape;
}

// All devices cut a length in the same way, because every length of a column is an instance of kernels. Up to
// 2^24 points these are the fastest on an H200 (bench/tune, tune_products). Longer columns and rows cost less
// than another pass over both operands.
fft_shape power_of_two(int n) {
  if (n <= 12) return assemble(1, 1, 1 << n);
  if (n <= 21) {
    const int column = n <= 14 ? 6 : std::max(7, n - 12);
    return assemble(1 << column, 1, 1 << (n - column));
  }
  if (n <= 24) return assemble(1 << 7, 1 << std::min(8, n - 15), 1 << (n - 7 - std::min(8, n - 15)));
  if (n <= 28) return assemble(1 << 8, 1 << 8, 1 << (n - 16));
  // 512 points cost more in the first columns, which cut digits, than in the second ones.
  if (n == 29) return assemble(1 << 8, 1 << 9, 1 << 12);
  const int columns = n - 12;
  return assemble(1 << ((columns + 1) / 2), 1 << (columns / 2), 1 << 12);
}

// First columns with an odd factor have similar lengths. The other passes take 2^log2_points points.
fft_shape with_odd_column(int column, int log2_points) {
  if (log2_points <= 12) return assemble(column, 1, 1 << log2_points);
  // Two short columns cost less than one that barely fits in a block. With columns of 128 points, the rows of
  // a product have 512 or 1024 points and are faster than rows of 4096 points with columns of 64.
  constexpr int inner = 7;
  if (log2_points > longest_of_two_columns)
    return with_third_column(assemble(column, 1 << inner, 1 << (log2_points - 2 * inner)), 1 << inner);
  const int second = log2_points <= 20 ? std::min(8, log2_points / 2) : log2_points - 12;
  return assemble(column, 1 << second, 1 << (log2_points - second));
}

/// The only first column with this odd factor.
int odd_column(int odd) {
  for (const int column : odd_columns)
    if (column % odd == 0 && std::has_single_bit(static_cast<unsigned>(column / odd))) return column;
  return 0;
}

bool shorter(const fft_shape& a, const fft_shape& b) {
  return a.points < b.points;
}

/// \param shortest_row of those after columns with an odd factor, log2
std::vector<fft_shape> all_shapes(int shortest_row) {
  std::vector<fft_shape> shapes;
  for (int n = 6; n <= longest_log2; ++n) shapes.push_back(power_of_two(n));
  for (const int column : odd_columns)
    for (int log2_points = shortest_row; log2_points <= 24; ++log2_points)
      shapes.push_back(with_odd_column(column, log2_points));
  std::sort(shapes.begin(), shapes.end(), shorter);
  return shapes;
}

}  // namespace

std::span<const fft_shape> fft_shapes() {
  // Never destroyed, because destructors of static objects may multiply.
  static const auto& shapes = *new const std::vector<fft_shape>(all_shapes(8));
  return shapes;
}

std::span<const fft_shape> fft_shapes_of_cores() {
  static const auto& shapes = *new const std::vector<fft_shape>(all_shapes(6));
  return shapes;
}

std::span<const fft_shape> fft_shapes(fft_form form) {
  static const auto& plain = *new const std::vector<fft_shape>([] {
    std::vector<fft_shape> shapes;
    for (const std::uint64_t odd : {1, 3, 5, 7, 9, 15})
      for (std::uint64_t points = odd; points <= longest_transform; points *= 2)
        shapes.push_back(transform_shape(points, spectrum::digit_reversed));
    std::sort(shapes.begin(), shapes.end(), shorter);
    return shapes;
  }());
  return form == fft_form::right_angle ? fft_shapes() : plain;
}

std::span<const fft_shape> two_pass_shapes() {
  static const auto& shapes = *new const std::vector<fft_shape>([] {
    std::vector<fft_shape> made;
    for (const int row : {1024, 2048, 4096})
      for (const int column : {2048, 2304, 2560, 3072, 3584, 3840}) made.push_back(assemble(column, 1, row));
    made.push_back(assemble(4096, 1, 4096));
    return made;
  }());
  return shapes;
}

std::span<const fft_shape> mersenne_shapes() {
  static const auto& made = *new const std::vector<fft_shape>([] {
    std::vector<fft_shape> shapes{assemble(1, 1, 16), assemble(1, 1, 32)};
    for (const fft_shape& shape : fft_shapes())
      if (shape.column_passes <= 2 && shape.points <= longest_transform) shapes.push_back(shape);
    return shapes;
  }());
  return made;
}

const fft_shape& shape_of(std::uint64_t points) {
  const auto shapes = fft_shapes_of_cores();
  const auto found = std::find_if(shapes.begin(), shapes.end(),
                                  [points](const fft_shape& shape) { return shape.points == points; });
  if (found == shapes.end()) throw std::logic_error(concat("no transform of ", points, " points"));
  return *found;
}

bool is_transform_length(std::uint64_t points) noexcept {
  if (points == 0 || points > longest_transform) return false;
  const std::uint64_t odd = points >> std::countr_zero(points);
  return odd <= 9 || odd == 15;
}

// Measured on an H200 (bench/results): columns of up to 256 points, transposed rows of up to 256 points and
// all contiguous rows run nearly at the speed of a copy. Longer columns and transposed rows are slower, but
// cost less than another pass.
fft_shape transform_shape(std::uint64_t points, spectrum order) {
  if (!is_transform_length(points)) throw std::logic_error(concat("no transform of ", points, " points"));
  if (points <= longest_in_block) return assemble(1, 1, static_cast<int>(points));
  const std::uint64_t odd = points >> std::countr_zero(points);
  const int longest_row = order == spectrum::natural ? 10 : 12;
  if (odd == 1) {
    const int n = std::countr_zero(points);
    if (n <= 10 + longest_row) {
      const int row = order == spectrum::natural ? n / 2 : std::min(longest_row, n - 6);
      return assemble(1 << (n - row), 1, 1 << row);
    }
    // Columns have at least 64 points.
    const int row = order == spectrum::natural ? n / 3 : std::min(longest_row, n - 12);
    return assemble(1 << ((n - row + 1) / 2), 1 << ((n - row) / 2), 1 << row);
  }
  const int first = odd_column(static_cast<int>(odd));
  const int log2_points = std::countr_zero(points / static_cast<std::uint64_t>(first));
  if (log2_points <= longest_row) return assemble(first, 1, 1 << log2_points);
  const int second = std::max({6, std::min(8, (log2_points + 1) / 2), log2_points - longest_row});
  return assemble(first, 1 << second, 1 << (log2_points - second));
}

}  // namespace gbi::plan
