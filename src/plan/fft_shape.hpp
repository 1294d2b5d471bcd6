/// \file
/// How a transform of N points is divided into passes over memory.
#pragma once

#include <cstdint>
#include <span>

namespace gbi::plan {

/// N = product of the columns * row. Each column pass and the row pass touch memory once. A transform that
/// fits in a block has no column pass. Only the first column may have an odd factor; without columns, the row
/// may have one. Only right-angle products have three column passes.
struct fft_shape {
  std::uint64_t points;
  int column_passes;  ///< 0 to 3
  int column[3];      ///< points of a column; 1 if there is no such pass
  int row;

  bool operator==(const fft_shape&) const = default;
};

/// The transforms of a product's digits: the right-angle convolution, or plain transforms of zero-padded
/// digits. Plain transforms put two digits into a complex number, or one digit into its real part.
enum class fft_form { right_angle, packed_real, complex };

/// Every transform for a product by the right-angle convolution, shortest first: 2^6, 2^7, ... 2^12 points in
/// one block, then 2^k {1, 3, 5, 7, 9, 15} up to 2^32 points. With an odd factor in the first column, so many
/// points remain that lengths from 9 2^27 on have three column passes.
std::span<const fft_shape> fft_shapes();
/// These and 2^k {9, 5, 3, 7, 15} with first columns of odd factors before rows of 64 or 128 points: 9216 to
/// 30720 points, which are faster than the next power of two on cores, but too few to keep a GPU busy.
std::span<const fft_shape> fft_shapes_of_cores();
/// Every transform of the given form. Plain transforms range from one point to longest_transform.
std::span<const fft_shape> fft_shapes(fft_form form);

/// Transforms of products in two passes over memory, shortest first: a tall first column, of digits in
/// memory, and rows of 1024 to 4096 points (kernels/fft/tall).
std::span<const fft_shape> two_pass_shapes();
constexpr bool has_tall_column(const fft_shape& shape) {
  return shape.column[0] >= 2048;
}

/// The transforms of squares modulo 2^p - 1, shortest first: 16 to 4096 points in one block, then the lengths
/// of right-angle products up to longest_transform.
std::span<const fft_shape> mersenne_shapes();

/// The shape for a length. \throws std::logic_error if there is no transform of that length.
const fft_shape& shape_of(std::uint64_t points);

/// Whether arrays of this length have transforms: 2^k {1, 3, 5, 7, 9, 15} up to longest_transform.
bool is_transform_length(std::uint64_t points) noexcept;
inline constexpr std::uint64_t longest_transform = std::uint64_t{1} << 28;

/// The order in which the last pass leaves the spectrum. Natural order transposes the spectrum, for which
/// rows must be short enough that a block holds several.
enum class spectrum { natural, digit_reversed };

/// The shape of the transform of an array. \throws std::logic_error if there is none of that length
fft_shape transform_shape(std::uint64_t points, spectrum order);

}  // namespace gbi::plan
