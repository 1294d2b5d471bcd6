/// \file
/// Arguments of the transform kernels: plain data, shared by the host-side code and the kernels. Those of
/// column passes are in ends/arguments.hpp.
#pragma once

#include <cstdint>

#include "kernels/model/launches.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/batch_span.hpp"
#include "kernels/word/complex.hpp"
#include "kernels/word/limb.hpp"
#include "kernels/word/mersenne_field.hpp"

namespace gbi::kernels {

enum class direction { forward, backward };

/// The table of roots for the stages inside a block (block_fft.hpp), in the order in which neighbouring
/// threads read it. The entries of the stage whose sub-transforms have length L begin at offset(L). Entry (i,
/// t), at i L/16 + t, is exp(-2 pi i t exponent(L, i) / L), t < L/16. One table serves all lengths.
struct stage_roots {
  static constexpr int longest = 4096;
  /// The radix of the stage that starts with this length. Only length 256 is shared by transforms of several
  /// lengths.
  static constexpr int radix(int length) {
    while (length > 16) length /= 16;
    return length == 1 ? 16 : length;
  }
  /// A stage of radix 16 computes its 15 twiddles from six.
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

/// The following part of the same table, for stages with eight points per thread, where every twiddle is an
/// entry. The entries for length L begin at offset(L). Entry (i, t), at i L/8 + t, is exp(-2 pi i t exponent
/// / L), t < L/8, for register i + groups(L) of the stage's transforms.
struct eighth_roots {
  static constexpr int shortest = 64;
  static constexpr int groups(int length) {
    while (length > 8) length /= 8;
    return length == 1 ? 1 : 8 / length;
  }
  static constexpr int rows(int length) { return 8 - groups(length); }
  /// The exponent of entry (row, t).
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

/// The next part of the same table, for the first stage of right-angle transforms of L points
/// (right_angle.hpp), with sixteen points per thread. Entry (i, t), at i L/16 + t, is exp(-2 pi i (4 i + 1) t
/// / 4L), t < L/16. A stage of radix 16 computes its 16 twiddles from these four and from three of
/// stage_roots.
struct right_angle_roots {
  static constexpr int shortest = 64;
  static constexpr int rows(int length) {
    return stage_roots::radix(length) == 16 ? 4 : stage_roots::radix(length);
  }
  static constexpr int offset(int length) {
    int sum = eighth_roots::offset(2 * stage_roots::longest);
    for (int shorter = shortest; shorter < length; shorter *= 2) sum += rows(shorter) * shorter / 16;
    return sum;
  }
};
/// The last part, for eight points per thread. Entry (q, t), at q L/8 + t, is the twiddle of register q: that
/// of eighth_roots times exp(-2 pi i t / 4L).
struct right_angle_eighths {
  static constexpr int shortest = right_angle_roots::shortest;
  /// In units of exp(-2 pi i / 4L).
  static constexpr int exponent(int length, int q, int t) {
    const int groups = eighth_roots::groups(length);
    return 4 * (q / groups) * (t + q % groups * (length / 8)) + t;
  }
  static constexpr int offset(int length) {
    int sum = right_angle_roots::offset(2 * stage_roots::longest);
    for (int shorter = shortest; shorter < length; shorter *= 2) sum += shorter;
    return sum;
  }
};

/// The number of columns in the twiddle table of one block of an fft columns pass over L points
/// (columns.hpp). Entry (k, j), at k near_columns + j, is exp(-2 pi i k j / L).
///
/// In a right-angle pass over P points, it is exp(-2 pi i (4 k + 1) j / 4L) for k < P. Entry (P + l, j), l <
/// 3, is exp(-2 pi i k j / L) for k = (l + 1) P / 16.
inline constexpr int near_columns = 32;

/// exp(-2 pi i e / order) for 0 <= e < order as the product of two table entries: coarse[e >> fine_bits] * (1
/// + fine[e mod 2^fine_bits]). Two tables of about sqrt(order) entries stay in cache, whereas one table of
/// `order` entries would cost as much traffic as the data. The fine factor is near 1, so only its difference
/// from 1 is stored. The product then has the rounding errors of one entry and one sum.
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

/// How the plain digits x_j of a number, 0 <= x_j < B, become signed digits d_j = x_j + c_j - B c_(j+1).
/// Carries do not ripple, because c_(j+1) depends only on x_j.
enum class recoding {
  balanced,  ///< c_(j+1) = 1 if x_j is at least B/2
  random  ///< c_(j+1) = 1 if x_j is above a random threshold, so that every input behaves like a random one
};

/// The widest digits that an fft columns pass accepts, with either recoding: a block stages this many bits.
inline constexpr std::uint32_t widest_column_digit = 24;

/// A batch of numbers, which a transform reads as digits.
struct digit_source {
  const limb* limbs;           ///< limb j of number g is limbs[g * batch_stride + j]
  std::uint64_t count;         ///< limbs of each number
  std::uint64_t batch_stride;  ///< in limbs; 0 if all problems share one number
  std::uint32_t digit_bits;    ///< 1 to 31; in an fft columns pass, up to widest_column_digit
  std::uint64_t seed = 0;      ///< seed for random recoding
};

/// Transforms of contiguous rows. With N1 = N2 = 1 and a stride this is simply a batch of transforms.
///
/// The rows may come from fft columns passes over N1 and then N2 points. Then row k1 N2 + k2 holds the points
/// of the frequencies k1 + N1 k2 + N1 N2 k3. A transposed pass writes them in natural order (forward), or
/// reads them in natural order (backward). A block takes rows with neighbouring k1 (policy.hpp).
template <class Real>
struct rows_arguments {
  strided<const complex<Real>> in;
  strided<complex<Real>> out;  ///< may be `in` unless transposed
  std::uint32_t n1, n2;        ///< n1 n2 rows make one problem
  std::uint32_t batch;
  const complex<Real>* roots;  ///< stage_roots
  kernels::direction direction = kernels::direction::forward;
  bool transposed = false;
  int row;  ///< points of a row: 32, 64, ... 4096; transposed, up to 1024
};

/// The radices of a transform in shared memory, in the order of decimation in frequency.
struct radix_list {
  std::uint32_t count;
  std::uint32_t radix[5];  ///< 2 to 9, 15 or 16
};

/// Transforms of any length that fits in shared memory.
template <class Real>
struct mixed_rows_arguments {
  strided<const complex<Real>> in;
  strided<complex<Real>> out;
  strided<const Real> real_in;  ///< right angle: 2N real numbers instead of `in` (forward)
  strided<Real> real_out;       ///< right angle: 2N real numbers instead of `out` (backward)
  std::uint32_t points;
  std::uint32_t batch, problems_per_block;
  radix_list radices;
  const complex<Real>* roots;  ///< of order `points`
  bool right_angle;
  circle<Real> circle_roots;  ///< of order 4 `points`; right angle only
  kernels::direction direction = kernels::direction::forward;
};

/// The order of values in a spectrum: frequency k1 + N1 (k2 + N2 k3) is at (k1 N2 + k2) N3 + k3. Natural
/// order has N1 = N2 = 1.
struct spectrum_order {
  std::uint32_t n1, n2;
  std::uint64_t n3;
};

/// The position of the value of frequency k < N1 N2 N3.
GBI_BOTH std::uint64_t position_of(const spectrum_order& order, std::uint64_t k) {
  const std::uint64_t k1 = k % order.n1, k23 = k / order.n1;
  return (k1 * order.n2 + k23 % order.n2) * order.n3 + k23 / order.n2;
}
/// The frequency whose value is at a position.
GBI_BOTH std::uint64_t frequency_of(const spectrum_order& order, std::uint64_t position) {
  const std::uint64_t k12 = position / order.n3;
  return k12 / order.n2 + order.n1 * (k12 % order.n2 + order.n2 * (position % order.n3));
}

/// Converts between the transform of N real numbers and that of the N/2 complex numbers that occupy the same
/// memory.
template <class Real>
struct real_spectrum_arguments {
  strided<const complex<Real>> in;  ///< N/2 values forward, N/2 + 1 backward
  strided<complex<Real>> out;       ///< N/2 + 1 values forward, N/2 backward; may be `in`
  std::uint64_t half;               ///< N/2
  std::uint32_t batch;
  spectrum_order order;       ///< order of the N/2 values; the last of N/2 + 1 values is frequency N/2
  circle<Real> circle_roots;  ///< of order 4 N/2
  kernels::direction direction = kernels::direction::forward;
};

/// The same with the transforms of the complex numbers, one row for each problem.
template <class Real>
struct real_rows_arguments {
  strided<const complex<Real>> in;  ///< N/2 values forward, N/2 + 1 backward
  strided<complex<Real>> out;       ///< N/2 + 1 values forward, N/2 backward; may be `in`
  std::uint32_t batch;
  const complex<Real>* roots;         ///< stage_roots
  const complex<Real>* circle_roots;  ///< of order N
  kernels::direction direction = kernels::direction::forward;
  int row;  ///< N/2: 64, 128, ... 4096
};

template <class Real>
struct pointwise_arguments {
  strided<complex<Real>> a;  ///< becomes a b
  strided<const complex<Real>> b;
  std::uint64_t count;
  std::uint32_t batch = 1;
};

/// Writes digits as real numbers, with 0 beyond the last digit. `spacing` 2 puts an imaginary part of 0 after
/// each.
struct digits_arguments {
  digit_source source;
  strided<double> out;
  std::uint64_t count;
  std::uint32_t spacing;
  std::uint32_t batch = 1;
};

/// Rounds scaled real numbers, `spacing` apart, to the nearest integers.
struct rounding_arguments {
  strided<const double> in;
  strided<std::int64_t> out;
  std::uint64_t count;
  std::uint32_t spacing;
  double scale;
  std::uint32_t batch = 1;
};

/// The factor of the rows of the first operand.
enum class row_factor {
  itself,   ///< a square
  rows,     ///< the rows of the second operand
  spectrum  ///< the transformed rows of the second operand, as left by a forward rows pass
};

/// How many threads share a row: with `few`, each thread has sixteen points; with `many`, eight.
enum class row_threads {
  few,
  many  ///< if there is such a kernel for the row length, else few
};

template <class Real>
struct row_product_arguments_of {
  complex<Real>* a;            ///< batch * N values: first operand, then the product
  const complex<Real>* b;      ///< batch * N values, or N if shares_b; null for a square
  std::uint64_t points;        ///< N
  const complex<Real>* roots;  ///< stage_roots
  repair_gate repair;
  /// If given, replaces b: N values, the spectrum of an operand that all problems share.
  const complex<Real>* spectrum = nullptr;
  row_threads threads = row_threads::few;
  int row;  ///< points of a row: 64, 128, ... 4096
  std::uint32_t batch = 1;
  bool shares_b = false;  ///< whether all problems share the second operand
};
using row_product_arguments = row_product_arguments_of<double>;

/// The coefficients of exact convolutions as signed numbers of 96 bits: low + 2^64 high.
struct signed_coefficients_arguments {
  const std::uint64_t* lower;  ///< as left by exact products (residues_out), 2N for each problem
  const std::uint32_t* upper;
  std::uint64_t* low;  ///< `count` for each problem
  std::int32_t* high;
  std::uint64_t count;  ///< 2N; or N if coefficient k + N is added to coefficient k
  bool cyclic;          ///< the latter; else the numbers are balanced modulo (2^31 - 1) (2^61 - 1)
  std::uint32_t batch;
};

/// out = the limbs of a b from `first` on. b.limbs is null for a square. Both operands together have at most
/// 2N digits.
struct block_product_arguments {
  batch_span a, b;
  batch_target out;
  std::uint32_t first, problems;
  std::uint32_t digit_bits;      ///< bits of balanced digits, up to widest_column_digit
  bool folded_a, folded_b;       ///< whether the operand has more than N digits
  const complex<double>* roots;  ///< stage_roots
  sign_rule sign;                ///< only for a single problem
  int points;                    ///< N: 64, 128, ... 4096
};

namespace launches {
using fft_rows_double = list<rows_arguments<double>>;
using fft_rows_spectra =
    list<mixed_rows_arguments<double>, real_spectrum_arguments<double>, real_rows_arguments<double>>;
using fft_rows_float = list<rows_arguments<float>, mixed_rows_arguments<float>,
                            real_spectrum_arguments<float>, real_rows_arguments<float>>;
using fft_product_rows =
    list<row_product_arguments, pointwise_arguments<double>, digits_arguments, rounding_arguments>;
using fft_product_blocks = list<block_product_arguments>;
using fft_product_m31 = list<row_product_arguments_of<m31>, signed_coefficients_arguments>;
using fft_product_m61 = list<row_product_arguments_of<m61>>;
}  // namespace launches

}  // namespace gbi::kernels
