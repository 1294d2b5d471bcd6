/// \file
/// How a transform of N points is cut into passes over memory.
#pragma once

#include <cstdint>
#include <span>

namespace gbi::plan {

/// N = product of the columns * row. Each column pass and the rows pass touch memory once; a transform that
/// fits a block has no column pass. Only the first column may have an odd factor, or the row when there is no
/// column.
struct fft_shape {
  std::uint64_t points;
  int column_passes;  ///< 0, 1 or 2
  int column[2];      ///< points of a column; 1 where there is no pass
  int row;

  bool operator==(const fft_shape&) const = default;
};

/// How the digits of a product are transformed: the right-angle convolution, or plain transforms of
/// zero-padded digits as two in a complex number or as the real part of one.
enum class fft_form { right_angle, packed_real, complex };

/// Every transform of a product by the right-angle convolution, shortest first: 2^6, 2^7, ... 2^12 points
/// in one block, then 2^k {1, 3, 5, 7, 9, 15} up to 2^32 points.
std::span<const fft_shape> fft_shapes();
/// The same for any form; those of plain transforms begin with one point and end with longest_transform.
std::span<const fft_shape> fft_shapes(fft_form form);

/// The shape of a length. \throws std::logic_error if there is none of that length.
const fft_shape& shape_of(std::uint64_t points);

/// Whether there are transforms of arrays of so many points: 2^k {1, 3, 5, 7, 9, 15} up to longest_transform.
bool is_transform_length(std::uint64_t points) noexcept;
inline constexpr std::uint64_t longest_transform = std::uint64_t{1} << 28;

/// Whether the last pass leaves the spectrum transposed, in natural order, for which its rows must be short
/// enough for a block to hold several.
enum class spectrum { natural, digit_reversed };

/// How an array of so many points is transformed. \throws std::logic_error if there is no such length
fft_shape transform_shape(std::uint64_t points, spectrum order);

}  // namespace gbi::plan
