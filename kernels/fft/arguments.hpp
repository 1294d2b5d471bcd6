/// \file
/// What the transform kernels are told: plain data, shared by the host-side code and the kernels.
#pragma once

#include <cstdint>

#include "kernels/normalize/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/complex.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

enum class direction { forward, backward };

/// The table of roots for the stages inside a block (block_fft.hpp), in the order in which neighbouring
/// threads read it: behind offset(L), for the stage whose sub-transforms have length L, entry (i, t) at i
/// L/16 + t is exp(-2 pi i t exponent(L, i) / L), t < L/16. One table serves all lengths.
struct stage_roots {
  static constexpr int longest = 4096;
  /// Of the stage that begins with this length; only 256 is met by transforms of several lengths.
  static constexpr int radix(int length) {
    while (length > 16) length /= 16;
    return length == 1 ? 16 : length;
  }
  /// A stage of radix 16 makes its 15 twiddles of six.
  static constexpr int rows(int length) { return radix(length) == 16 ? 6 : radix(length) - 1; }
  static constexpr int exponent(int length, int row) {
    return radix(length) < 16 || row < 3 ? row + 1 : 4 * (row - 2);
  }
  static constexpr int offset(int length) {
    int sum = 0;
    for (int shorter = 32; shorter < length; shorter *= 2) sum += rows(shorter) * shorter / 16;
    return sum;
  }
  static constexpr int size = 2822;
};
static_assert(stage_roots::size == stage_roots::offset(2 * stage_roots::longest));

/// What follows in the same table, for stages of eight points a thread, where every twiddle is an entry:
/// behind offset(L) entry (i, t) at i L/8 + t is exp(-2 pi i t exponent / L), t < L/8, of register i + groups
/// of the stage's transforms.
struct eighth_roots {
  static constexpr int shortest = 64;
  static constexpr int groups(int length) {
    while (length > 8) length /= 8;
    return length == 1 ? 1 : 8 / length;
  }
  static constexpr int rows(int length) { return 8 - groups(length); }
  /// Of entry (row, t).
  static constexpr int exponent(int length, int row, int t) {
    const int q = row + groups(length);
    return q / groups(length) * (t + q % groups(length) * (length / 8));
  }
  static constexpr int offset(int length) {
    int sum = stage_roots::size;
    for (int shorter = shortest; shorter < length; shorter *= 2) sum += rows(shorter) * shorter / 8;
    return sum;
  }
};

/// The table of the twiddles in one block of a column pass over L points (columns.hpp): entry (k, j) at
/// k near_columns + j is exp(-2 pi i k j / L).
inline constexpr int near_columns = 32;

/// exp(-2 pi i e / order) for 0 <= e < order as the product of two table entries:
/// coarse[e >> fine_bits] * (1 + fine[e mod 2^fine_bits]). Two tables of about sqrt(order) entries stay in
/// cache where one of `order` entries would cost as much traffic as the data. The fine factor is near 1: what
/// it differs by is stored, so that only one entry's rounding and that of one sum are in the product.
template <class Real>
struct circle {
  const complex<Real>* fine;
  const complex<Real>* coarse;
  std::uint32_t fine_bits;
};

/// A batch of arrays: element i of problem g is at[g * stride + i].
template <class T>
struct strided {
  T* at;
  std::uint64_t stride;
};

/// How the plain digits x_j of a number, 0 <= x_j < B, become signed ones: d_j = x_j + c_j - B c_(j+1),
/// without carries that run, c_(j+1) depending on x_j alone.
enum class recoding {
  balanced,  ///< c_(j+1) = 1 from x_j = B/2 on
  random     ///< c_(j+1) = 1 if x_j is above a random threshold: every input behaves like a random one
};

/// The widest digits that a column pass takes, whatever their recoding: a block stages so many bits.
inline constexpr std::uint32_t widest_column_digit = 24;

/// A batch of numbers that a transform reads as digits.
struct digit_source {
  const limb* limbs;           ///< limb j of number g is limbs[g * batch_stride + j]
  std::uint64_t count;         ///< limbs of each number
  std::uint64_t batch_stride;  ///< in limbs; 0 when all share one number
  std::uint32_t digit_bits;    ///< 1 to 31; in a column pass up to widest_column_digit
  std::uint64_t seed = 0;      ///< of random recoding
};

/// The operands of one product; transform p of a pass is that of operand p / problems in problem p mod
/// problems. Or a number in pieces: `problems` of them and a last one that may be shorter.
struct digit_operands {
  digit_source of[2];
  bool folded[2];  ///< whether the operand has more than N digits
  std::uint32_t problems;
};

/// Where the 2N integer coefficients of a product go: first 0..N-1, then N..2N-1, so that both the real and
/// the imaginary parts of the transform are written as whole lines.
struct coefficient_sink {
  std::int64_t* coefficients;        ///< coefficient k of product g is coefficients[g * 2N + k]
  double scale;                      ///< 1 / N
  verdict* verdicts = nullptr;       ///< of each product, where the pass measures its rounding
  std::uint32_t verdict_stride = 1;  ///< 0: the products of the batch share a verdict
};

/// What the first column pass reads, or the last one writes. A forward pass other than the first and a
/// backward pass other than the last have points at both ends.
enum class columns_end {
  points,       ///< complex numbers
  right_angle,  ///< 2N real numbers
  number,       ///< the digits of a number forward, the coefficients of a product backward
  verified      ///< the same with digits recoded at random, and with measured rounding
};

template <class Real>
struct columns_arguments {
  strided<const complex<Real>> in;    ///< N values of each problem, N = groups * points of a column * width
  strided<complex<Real>> out;         ///< may be `in`
  std::uint64_t width;                ///< columns of one matrix
  std::uint32_t groups;               ///< matrices of one problem, one behind the other
  std::uint64_t points;               ///< N
  circle<Real> turns;                 ///< of order 4N
  const complex<Real>* roots;         ///< stage_roots
  const complex<Real>* column_roots;  ///< of the order of a column; columns that are no power of two only
  const complex<Real>* near;          ///< for every row of a column; L = points / groups
  strided<const Real> real_in;        ///< forward, right angle
  strided<Real> real_out;             ///< backward, right angle
  digit_operands digits;              ///< forward, number
  coefficient_sink sink;              ///< backward, number
  gate open;                          ///< of products
  kernels::direction direction = kernels::direction::forward;
  columns_end end = columns_end::points;
  int column;  ///< its points: 64, 128, ... 1024, or 144, 160, 192, 224 or 240
  std::uint32_t batch = 1;
};

/// Transforms of contiguous rows. With N1 = N2 = 1 and a stride, simply a batch of transforms.
///
/// The rows may be what column passes over N1 and then N2 points left: row k1 N2 + k2 holds the points of the
/// frequencies k1 + N1 k2 + N1 N2 k3. A transposed pass writes (forward) or reads (backward) those in natural
/// order; a block takes rows whose k1 are neighbours (policy.hpp).
template <class Real>
struct rows_arguments {
  strided<const complex<Real>> in;
  strided<complex<Real>> out;  ///< may be `in` unless transposed
  std::uint32_t n1, n2;        ///< rows of one problem: n1 n2
  std::uint32_t batch;
  const complex<Real>* roots;  ///< stage_roots
  kernels::direction direction = kernels::direction::forward;
  bool transposed = false;
  int row;  ///< its points: 32, 64, ... 4096, transposed up to 1024
};

/// The radices of a transform in shared memory, in the order of decimation in frequency.
struct radix_list {
  std::uint32_t count;
  std::uint32_t radix[5];  ///< 2 to 9, 15 or 16
};

/// Transforms of any length that fits shared memory.
template <class Real>
struct mixed_rows_arguments {
  strided<const complex<Real>> in;
  strided<complex<Real>> out;
  strided<const Real> real_in;  ///< right angle: 2N real numbers instead of `in` (forward)
  strided<Real> real_out;       ///< or instead of `out` (backward)
  std::uint32_t points;
  std::uint32_t batch, problems_per_block;
  radix_list radices;
  const complex<Real>* roots;  ///< of order `points`
  bool right_angle;
  circle<Real> turns;  ///< of order 4 `points`; right angle only
  kernels::direction direction = kernels::direction::forward;
};

/// Where the value of a frequency is: that of k1 + N1 (k2 + N2 k3) at (k1 N2 + k2) N3 + k3. Natural order is
/// N1 = N2 = 1.
struct spectrum_order {
  std::uint32_t n1, n2;
  std::uint64_t n3;
};

/// Where the value of a frequency k < N1 N2 N3 is.
GBI_BOTH std::uint64_t position_of(const spectrum_order& order, std::uint64_t k) {
  const std::uint64_t k1 = k % order.n1, k23 = k / order.n1;
  return (k1 * order.n2 + k23 % order.n2) * order.n3 + k23 / order.n2;
}
/// Which frequency has its value at a position.
GBI_BOTH std::uint64_t frequency_of(const spectrum_order& order, std::uint64_t position) {
  const std::uint64_t k12 = position / order.n3;
  return k12 / order.n2 + order.n1 * (k12 % order.n2 + order.n2 * (position % order.n3));
}

/// Between the transform of N real numbers and that of the N/2 complex numbers that they are in memory.
template <class Real>
struct real_spectrum_arguments {
  strided<const complex<Real>> in;  ///< N/2 values forward, N/2 + 1 backward
  strided<complex<Real>> out;       ///< the other way round; may be `in`
  std::uint64_t half;               ///< N/2
  std::uint32_t batch;
  spectrum_order order;  ///< of the N/2 values; the last of the N/2 + 1 is that of frequency N/2
  circle<Real> turns;    ///< of order 4 N/2
  kernels::direction direction = kernels::direction::forward;
};

template <class Real>
struct pointwise_arguments {
  strided<complex<Real>> a;  ///< becomes a b
  strided<const complex<Real>> b;
  std::uint64_t count;
  std::uint32_t batch = 1;
};

/// Digits as real numbers, 0 beyond the last; `spacing` 2 leaves an imaginary part of 0 between them.
struct digits_arguments {
  digit_source source;
  strided<double> out;
  std::uint64_t count;
  std::uint32_t spacing;
  std::uint32_t batch = 1;
};

/// Scaled real numbers, `spacing` apart, to the nearest integers.
struct rounding_arguments {
  strided<const double> in;
  strided<std::int64_t> out;
  std::uint64_t count;
  std::uint32_t spacing;
  double scale;
  std::uint32_t batch = 1;
};

/// What the rows of the first operand are multiplied by.
enum class row_factor {
  itself,   ///< a square
  rows,     ///< the rows of the second operand
  spectrum  ///< their transforms, as a forward rows pass leaves them
};

/// How many threads share a row: so many that each has sixteen points, or eight.
enum class row_threads {
  few,
  many  ///< if there is a kernel for rows of that length; few otherwise
};

struct row_product_arguments {
  complex<double>* a;            ///< batch * N values: first operand, then the product
  const complex<double>* b;      ///< batch * N values; null for a square
  std::uint64_t points;          ///< N
  const complex<double>* roots;  ///< stage_roots
  gate open;
  /// When given, instead of b: N values, the spectrum of an operand that all problems share.
  const complex<double>* spectrum = nullptr;
  row_threads threads = row_threads::few;
  int row;  ///< its points: 64, 128, ... 4096
  std::uint32_t batch = 1;
};

/// out = a b, limbs of the product from `first` on. b.limbs null: a square. All digits of both operands
/// together are at most 2N.
struct block_product_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t first, problems;
  std::uint32_t digit_bits;      ///< of balanced digits, up to widest_column_digit
  bool folded_a, folded_b;       ///< whether the operand has more than N digits
  circle<double> turns;          ///< of order 4N
  const complex<double>* roots;  ///< stage_roots
  sign_rule sign;                ///< for one problem
  /// The first N roots of order 4N, where a block's threads are elements of vectors.
  const complex<double>* weights = nullptr;
  int points;  ///< N: 64, 128, ... 4096
};

}  // namespace gbi::kernels
