/// \file
/// Arguments of tall columns: transforms of columns of 4096 points in one pass, of digits that are in memory.
#pragma once

#include "kernels/fft/ends/arguments.hpp"

namespace gbi::kernels {

inline constexpr int tall_tile = 8;
/// The widths of digits that are cut into tiles.
inline constexpr int narrowest_tile_digit = 17, widest_tile_digit = 18;
/// Points after tall columns are the frequencies times this.
inline constexpr double tall_scale = 0x1p-22;

/// The place of frequency k of columns of `points` points among the rows. The two halves that the last pass
/// transforms one after the other, of even and of odd k, are contiguous.
GBI_BOTH constexpr std::uint32_t tall_place(std::uint32_t k, std::uint32_t points) {
  return k % 2 * (points / 2) + k / 2;
}
GBI_BOTH constexpr std::uint32_t tall_frequency(std::uint32_t place, std::uint32_t points) {
  return place % (points / 2) * 2 + place / (points / 2);
}
/// The place of point (row, column) of a product, if rows are `pitch` apart: two rows share lines of four
/// columns.
GBI_BOTH constexpr std::uint64_t tall_piece(std::uint32_t row, std::uint32_t column, std::uint64_t pitch) {
  return row / 2 * (2 * pitch) + column / 4 * 8 + row % 2 * 4 + column % 4;
}

/// A digit as the upper word of a double: its sign and its magnitude. That double is the digit times 2^-1042,
/// exactly.
using signed_word = std::uint32_t;

/// Cuts the digits of N = rows width points into tiles of 8 columns: digit (row, column) of operand p is
/// tiles[p N + column / 8 * 8 rows + row * 8 + column % 8]. Columns that have no digits are 0.
struct tile_digits_arguments {
  digit_operands operands;  ///< not folded
  signed_word* tiles;
  std::uint64_t width;  ///< columns; a multiple of 32
  std::uint32_t rows;   ///< points of a column
  std::uint32_t batch;  ///< operands
};

/// Transforms tall columns with a right angle: row k of the result are the frequencies k + 1/4, without
/// twiddles.
struct tall_columns_arguments {
  const signed_word* tiles;
  complex<double>* points;       ///< matrices of `column` rows, `pitch` apart
  const complex<double>* roots;  ///< of order 4 `column`
  std::uint64_t width, pitch;
  std::uint32_t matrices, blocks;  ///< the blocks share the tiles of all matrices
  int column;
};

/// What becomes of the rows of a and b. Their spectrum is in the order in which threads hold it.
enum class tall_rows {
  product,       ///< of a and b
  square,        ///< of a
  by_spectrum,   ///< product of a and of the rows whose spectrum is b
  only_spectrum  ///< spectrum of a
};

/// The middle of a product whose columns are tall: rows of both operands are transformed, with the twiddles
/// that the columns have left, multiplied and transformed back without twiddles.
struct tall_rows_arguments {
  const complex<double>* a;      ///< `rows` rows, `pitch` apart
  const complex<double>* b;      ///< as a, or null if there is one operand
  complex<double>* out;          ///< product as pieces (tall_piece), or spectrum as rows
  circle<double> circle_roots;   ///< of order 4N
  const complex<double>* roots;  ///< of order 4 `row`
  std::uint64_t pitch;
  std::uint32_t rows, blocks;
  int row;  ///< points of a row
  tall_rows work = tall_rows::product;
};

/// Transforms tall columns back, with their weights, rounds them to the coefficients of products, and adds
/// those of four columns: sums[t 2 `column` + p] is that of columns 4t to 4t + 3 in row row_of_tall_sum(p).
struct tall_sums_arguments {
  const complex<double>*
      points;             ///< as tall_columns_arguments; row k has been transformed back without twiddles
  coefficient_sum* sums;  ///< N / 2
  circle<double> circle_roots;   ///< of order 4N
  const complex<double>* roots;  ///< of order 4 `column`
  double scale;                  ///< 1 / N
  verdict* verdicts;
  std::uint64_t width, pitch;
  std::uint32_t digit_bits, blocks;
  int column;
};

namespace launches {
using fft_tall = list<tile_digits_arguments, tall_columns_arguments, tall_rows_arguments, tall_sums_arguments,
                      sum_limbs_arguments, segment_carries_arguments>;
}

}  // namespace gbi::kernels
