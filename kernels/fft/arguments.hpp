/// \file
/// What the transform kernels are told: plain data, shared by the host-side code and the kernels.
#pragma once

#include <cstdint>

#include "kernels/word/complex.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

enum class direction { forward, backward };

/// Entries of the table of roots for transforms inside a block: roots[e] = exp(-2 pi i e / block_roots).
inline constexpr int block_roots = 4096;

/// exp(-2 pi i e / order) for 0 <= e < order as the product of two table entries:
/// coarse[e >> fine_bits] * fine[e mod 2^fine_bits]. Two tables of about sqrt(order) entries stay in cache
/// where one of `order` entries would cost as much traffic as the data.
template <class Real>
struct circle {
  const complex<Real>* fine;
  const complex<Real>* coarse;
  std::uint32_t fine_bits;
};

/// A batch of numbers that a transform reads as balanced digits.
struct digit_source {
  const limb* limbs;           ///< limb j of number g is limbs[g * batch_stride + j]
  std::uint64_t count;         ///< limbs of each number
  std::uint64_t batch_stride;  ///< in limbs; 0 when all share one number
  std::uint32_t digit_bits;    ///< 1 to 31
};

/// Where the 2N integer coefficients of a product go: first 0..N-1, then N..2N-1, so that both the real and
/// the imaginary parts of the transform are written as whole lines.
struct coefficient_sink {
  std::int64_t* coefficients;  ///< coefficient k of product g is coefficients[g * 2N + k]
  double scale;                ///< 1 / N, exact
};

struct columns_arguments {
  complex<double>* data;                ///< batch * N values, N = groups * points of a column * width
  std::uint64_t width;                  ///< columns of one matrix
  std::uint32_t groups;                 ///< matrices of one problem, one behind the other
  std::uint64_t points;                 ///< N
  circle<double> turns;                 ///< of order 4N
  const complex<double>* roots;         ///< block_roots entries
  const complex<double>* column_roots;  ///< of the order of a column; columns that are no power of two only
  digit_source digits;                  ///< first pass only
  bool folded;                          ///< first pass only: the numbers have more than N digits
  coefficient_sink sink;                ///< last pass only
};

struct rows_arguments {
  complex<double>* a;            ///< batch * N values: first operand, then the product
  const complex<double>* b;      ///< batch * N values, not read for a square
  std::uint64_t points;          ///< N
  const complex<double>* roots;  ///< block_roots entries
};

struct block_product_arguments {
  digit_source a, b;             ///< b is not read for a square
  bool folded_a, folded_b;       ///< whether the operand has more than N digits
  circle<double> turns;          ///< of order 4N
  const complex<double>* roots;  ///< block_roots entries
  coefficient_sink sink;
};

}  // namespace gbi::kernels
