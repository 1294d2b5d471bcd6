/// \file
/// Arguments of the column passes (columns.hpp). A pass has points on one side. The other side is its end,
/// which a forward pass reads (`_in`) and a backward pass writes (`_out`). The type of the end selects the
/// kernel.
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"

namespace gbi::kernels {

/// The tables of roots of a column pass.
template <class Real>
struct column_tables {
  circle<Real> circle_roots;       ///< of order 4N
  const complex<Real>* roots;      ///< stage_roots
  const complex<Real>* of_column;  ///< for columns with an odd factor; of order `column`, or 4 `column`
  const complex<Real>* near;       ///< near_columns; L = points / groups
};

/// Whether the transforms of a pass with this end have the frequencies k + 1/4 (right_angle.hpp). The weights
/// of exact products are not part of their twiddles.
template <class End>
inline constexpr bool has_right_angle = requires {
  requires End::right_angle;
};

template <class End>
struct columns_arguments {
  using real = typename End::real;
  End end;
  strided<complex<real>> data;  ///< N points of each problem, N = groups * column * width
  std::uint64_t width;          ///< columns of one matrix
  std::uint32_t groups;         ///< matrices of one problem, contiguous in memory; 1 in a first or last pass
  std::uint64_t points;         ///< N
  column_tables<real> tables;
  repair_gate repair;
  int column;  ///< points of a column: 64, 128, ... 1024, or 144, 160, 192, 224 or 240
  std::uint32_t batch = 1;
};

/// Complex numbers. Only passes with these ends, or in segments, may have several matrices.
template <class Real>
struct points_in {
  using real = Real;
  static constexpr direction way = direction::forward;
  strided<const complex<Real>> at;  ///< may be the data
};
template <class Real>
struct points_out {
  using real = Real;
  static constexpr direction way = direction::backward;
  strided<complex<Real>> at;  ///< may be the data
};

/// 2N real numbers (right_angle.hpp).
template <class Real>
struct reals_in {
  using real = Real;
  static constexpr direction way = direction::forward;
  static constexpr bool right_angle = true;
  strided<const Real> at;
};
template <class Real>
struct reals_out {
  using real = Real;
  static constexpr direction way = direction::backward;
  static constexpr bool right_angle = true;
  strided<Real> at;
};

/// The numbers that a pass transforms, one operand after the other: the operands of a batch of products, or
/// equal pieces of a number, its last piece, and the operand that all pieces share.
struct digit_operands {
  digit_source of[3];
  bool folded[3];          ///< whether the operand has more than N digits
  std::uint32_t begin[3];  ///< the first transform of each operand, which reads its number 0
};

/// The digits of numbers.
template <recoding How>
struct digits_in {
  using real = double;
  static constexpr direction way = direction::forward;
  static constexpr bool right_angle = true;
  digit_operands operands;
};

/// The 2N integer coefficients of a product: first 0..N-1, then N..2N-1. So the real and the imaginary parts
/// of the transform are both written as whole lines.
struct coefficients_out {
  using real = double;
  static constexpr direction way = direction::backward;
  static constexpr bool right_angle = true;
  std::int64_t* coefficients;  ///< coefficient k of product g is coefficients[g * 2N + k]
  double scale;                ///< 1 / N
};
/// The same if the pass measures its rounding.
struct measured_out {
  using real = double;
  static constexpr direction way = direction::backward;
  static constexpr bool right_angle = true;
  std::int64_t* coefficients;
  double scale;
  verdict* verdicts;             ///< one for each product
  std::uint32_t verdict_stride;  ///< 0: the products of the batch share one verdict
};

/// Sums of four neighbouring coefficients of one product, if the pass measures its rounding.
struct sums_out {
  using real = double;
  static constexpr direction way = direction::backward;
  static constexpr bool right_angle = true;
  coefficient_sum* sums;
  double scale;
  verdict* verdicts;
  std::uint32_t digit_bits;
};

/// A rank's columns of the first pass of a transform that ranks share (docs/scale.md). One of P ranks has w/P
/// neighbouring columns of all rows; the pass has the width w/P and N/P points.
struct columns_of_rank {
  std::uint64_t first;  ///< column of all
  std::uint64_t width;  ///< w
};
/// Digits recoded at random.
struct strip_in {
  using real = double;
  static constexpr direction way = direction::forward;
  static constexpr bool right_angle = true;
  digit_source digits;  ///< its `count` covers all strips
  bool folded;
  /// Limbs from one strip of digits to the next. A strip has the limb below its digits, then the limbs with
  /// its digits.
  std::uint32_t pitch;
  columns_of_rank columns;
};
/// Coefficients, with measured rounding.
struct strip_out {
  using real = double;
  static constexpr direction way = direction::backward;
  static constexpr bool right_angle = true;
  std::int64_t* coefficients;
  double scale;
  kernels::verdict* verdict;
  columns_of_rank columns;
};

/// Where a rank stores the segment of rank `from` when rows are in segments: its own where the first pass
/// left it, among those that it has sent, and the others after these. \param last_rank the highest rank that
/// shares the transform
GBI_BOTH constexpr std::uint32_t place_of_segment(std::uint32_t rank, std::uint32_t last_rank,
                                                  std::uint32_t from) {
  return from == rank ? rank : last_rank + (from ^ rank);
}

/// A rank's matrices in a later pass, in place: 1/P of all. Every row of the first pass has arrived in P
/// parts, one from each rank, and the parts from one rank form a segment.
template <direction Way>
struct segments {
  using real = double;
  static constexpr direction way = Way;
  std::uint32_t groups;           ///< matrices of all ranks
  std::uint32_t segment_bits;     ///< each segment has 2^bits rows of a matrix
  std::uint32_t rank, last_rank;  ///< determine where segments are (place_of_segment)
  std::uint64_t segment;          ///< points of a segment
};

/// The halves of numbers' limbs, as digits in GF(p^2).
template <class Field>
struct words_in {
  using real = Field;
  static constexpr direction way = direction::forward;
  digit_operands operands;
};
/// The 2N coefficients of an exact product, which are below (2^31 - 1) (2^61 - 1). The pass modulo 2^31 - 1
/// writes residues to `upper`. The pass modulo 2^61 - 1 reads them, finds the coefficients by the Chinese
/// remainder theorem, and writes both parts.
template <class Field>
struct residues_out {
  using real = Field;
  static constexpr direction way = direction::backward;
  std::uint64_t* lower;  ///< the lower 64 bits of coefficient k of product g: lower[g * 2N + k]
  std::uint32_t* upper;  ///< at the same place: a residue, then the upper bits
  Field scale;           ///< 1 / N
};

namespace launches {
/// Passes over columns with these ends.
template <class... Ends>
using columns = list<columns_arguments<Ends>...>;

using fft_columns_points = columns<points_in<double>, points_out<double>>;
using fft_columns_right_angle = columns<reals_in<double>, reals_out<double>>;
using fft_columns_number = columns<digits_in<recoding::balanced>, coefficients_out>;
using fft_columns_verified = columns<digits_in<recoding::random>, measured_out, sums_out>;
using fft_columns_shared =
    columns<strip_in, strip_out, segments<direction::forward>, segments<direction::backward>>;
using fft_columns_float = columns<points_in<float>, points_out<float>, reals_in<float>, reals_out<float>>;
template <class Field>
using columns_exact = columns<points_in<Field>, points_out<Field>, words_in<Field>, residues_out<Field>>;
using fft_columns_m31 = columns_exact<m31>;
using fft_columns_m61 = columns_exact<m61>;
}  // namespace launches

}  // namespace gbi::kernels
