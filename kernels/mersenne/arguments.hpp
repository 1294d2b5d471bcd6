/// \file
/// Arguments of the kernels of arithmetic modulo 2^p - 1.
///
/// A number is written in the irrational base 2^(p/N). It has N digits, and digit j starts at bit ceil(p j /
/// N). So a digit has floor(p/N) bits or one more, and the carry out of the last digit enters the first. Let
/// r_j = N ceil(p j / N) - p j, 0 <= r_j < N. The weighted digits 2^(r_j / N) d_j of a product are the cyclic
/// convolution of those of the factors: a transform of N points, without zero padding. Source: R. Crandall,
/// B. Fagin, "Discrete weighted transforms and large-integer arithmetic", Math. Comp. 62 (1994).
///
/// Digits 2j and 2j + 1 are the parts of a complex number, so the transform has h = N/2 points. A square is
/// three or five passes over them: columns of digits (columns.hpp), possibly more columns, rows that are
/// squared (rows.hpp), and back. Up to 4096 points, it is a single pass (block.hpp).
#pragma once

#include "kernels/fft/ends/arguments.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

struct irrational_base {
  std::uint64_t exponent;    ///< p < 2^32
  std::uint32_t digits;      ///< N >= 4, even, coprime to p
  std::uint32_t digit_bits;  ///< floor(p/N), the bits of a short digit
  std::uint32_t step;        ///< p mod N
};

/// The weight 2^(r/N) of a digit or twice its inverse, or the factor of either that the digits of a row or a
/// column share. Phases are added modulo N.
struct alignas(16) digit_weight {
  double factor;
  std::uint32_t phase;  ///< r
};

/// The weights of some digits. The caller's scale removes the factors 2.
struct weight_tables {
  const digit_weight *forward, *inverse;
};

/// Digits 2j and 2j + 1.
struct alignas(8) digit_pair {
  std::int32_t even, odd;
};

/// A number in this base: the sum of its digits and of the carries still to be added to them. The pairs form
/// a matrix of `rows` rows and `width` columns. Every run of pairs in a row has a carry into its first digit,
/// because the block that made the preceding digits did not wait for other blocks.
struct irrational_digits {
  digit_pair* pairs;
  double* carries;    ///< integers; the carry into columns [b run, (b + 1) run) of row r is at b rows + r
  std::uint32_t run;  ///< pairs
  std::uint32_t rows;
  std::uint64_t width;
};

/// The columns of a block, whose pairs form a run in each row.
/// \param points the points of a column
constexpr std::uint32_t run_of_column(int points) {
  if (points % 64 != 0 || points == 192 || points == 512) return 8;
  return points == 64 ? 32 : 16;
}

/// Converts the limbs of a number below 2^p to digits without carries.
struct weighted_digits_arguments {
  irrational_base base;
  limb_span number;
  irrational_digits out;
};

/// Converts digits to coefficients at every 32nd bit, p/32 + 1 of them. They are the coefficients of the
/// number plus N (2^p - 1), so that they are not negative, however wide the last digit became.
struct weighted_coefficients_arguments {
  irrational_base base;
  irrational_digits in;
  std::int64_t* out;
};

/// Ends of column passes (fft/ends/arguments.hpp). In the first columns digits become points. In the last
/// ones the results become digits, minus a small number.
struct weighted_in {
  using real = double;
  static constexpr direction way = direction::forward;
  irrational_base base;
  irrational_digits number;
  const digit_weight* rows;     ///< of the first digit of each row
  const digit_weight* columns;  ///< of both digits of each column, relative to those of row 0
};
struct weighted_out {
  using real = double;
  static constexpr direction way = direction::backward;
  irrational_base base;
  irrational_digits number;
  const digit_weight *rows, *columns;  ///< twice the inverse weights
  double scale;                        ///< of points before they are rounded
  std::int64_t subtrahend;
  verdict* measured;  ///< receives `distance` and `largest`
};

/// Transforms rows, squares them as the cyclic convolution of real numbers, and transforms back. Row k1 N2 +
/// k2 has the points of the frequencies k1 + N1 k2 + N1 N2 k3.
template <class Real>
struct mirrored_rows_arguments_of {
  complex<Real>* points;       ///< h
  std::uint32_t n1, n2;        ///< N1 N2 rows
  circle<Real> circle_roots;   ///< of order 4h
  const complex<Real>* roots;  ///< stage_roots
  int row;                     ///< points of a row: 64, 128, ... 4096; in GF(p^2) 128 to 1024
};
using mirrored_rows_arguments = mirrored_rows_arguments_of<double>;

/// Squares a number repeatedly, subtracting a small number each time, in one block. The pairs form one row.
struct weighted_block_arguments {
  irrational_base base;
  irrational_digits number;
  weight_tables weights;         ///< of every digit
  circle<double> circle_roots;   ///< of order 4h
  const complex<double>* roots;  ///< stage_roots
  double scale;                  ///< of points before they are rounded
  std::int64_t subtrahend;
  std::uint64_t steps;
  verdict* measured;  ///< receives `distance` and `largest`
  int points;         ///< h: 16, 32, ... 4096
};

/// Digits 2j and 2j + 1 of exact squares (exact_square.hpp), which have N = 2^k {1, 3, 7, 9} digits of 16 to
/// 40 bits and no pending carries.
struct alignas(16) wide_pair {
  std::int64_t even, odd;
};

/// The points of exact squares: pairs of digits modulo 2^31 - 1 and modulo 2^61 - 1, h of each.
struct residue_points {
  complex<m31>* small;
  complex<m61>* large;
};

/// The exponents e with 2^(e N) = 2 modulo 2^31 - 1 and 2^61 - 1, so that the weights 2^(r/N) are powers of
/// two.
struct roots_of_two {
  std::uint32_t small, large;
};

/// Converts digits to weighted points.
struct digits_to_residues_arguments {
  irrational_base base;
  const wide_pair* digits;
  residue_points points;
  roots_of_two roots;
};

/// Converts the points of a square, which the transforms have multiplied by h, to digits minus a small
/// number.
struct residues_to_digits_arguments {
  irrational_base base;
  residue_points points;
  roots_of_two roots;
  std::uint32_t log2_points;  ///< the exponent of 2 in h
  std::int64_t subtrahend;
  wide_pair* digits;
};

/// As weighted_digits_arguments, for the digits of exact squares.
struct wide_digits_arguments {
  irrational_base base;
  limb_span number;
  wide_pair* out;
};

/// As weighted_coefficients_arguments, for the digits of exact squares.
struct wide_coefficients_arguments {
  irrational_base base;
  const wide_pair* in;
  std::int64_t* out;
};

namespace launches {
using mersenne_columns = columns<weighted_in, weighted_out>;
using mersenne_rows = list<weighted_digits_arguments, weighted_coefficients_arguments,
                           mirrored_rows_arguments, weighted_block_arguments>;
using mersenne_exact =
    list<wide_digits_arguments, wide_coefficients_arguments, digits_to_residues_arguments,
         residues_to_digits_arguments, mirrored_rows_arguments_of<m31>, mirrored_rows_arguments_of<m61>>;
}  // namespace launches

}  // namespace gbi::kernels
