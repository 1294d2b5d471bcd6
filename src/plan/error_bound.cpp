#include "src/plan/error_bound.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace gbi::plan {

namespace {

using namespace rounding;

constexpr double two_entries = 2 * table_entry + complex_product;

// The error of one multiplication by a root: the root's own error plus the product's error.
constexpr double inner_root = table_entry + complex_product;     // a constant inside a butterfly
constexpr double stage_twiddle = two_entries + complex_product;  // twiddle.hpp: apply_powers
constexpr double pass_twiddle = 2 * (circle_root_in_product + table_entry + complex_product) +
                                2 * complex_product;  // columns.hpp: far and near, twice
constexpr double twist = inner_root;                  // right_angle.hpp: the constants

// The pass over the spectrum of packed real numbers (real_spectrum.hpp) has two additions and a twiddle.
constexpr double real_spectrum = 2 + any_circle_root + complex_product;

constexpr double scaling = 2;  // scaling by 1/N, which is rounded if N is not a power of two

/// The odd stage. Prime butterflies are bounded by the 1-norm, sqrt(2 p) ((p - 1) / 2 + 5)
/// (docs/rounding.md). Proof: proofs/Rounding.v, theorem odd_butterfly_bounds.
double odd_butterfly(int radix) {
  switch (radix) {
    case 1:
      return 0;
    case 3:
      return 14.7;
    case 5:
      return 22.2;
    case 7:
      return 30.0;
    case 9:
      return 2 * 14.7 + inner_root;
    default:
      return 14.7 + 22.2;  // 15
  }
}

/// Inner roots and twiddles of a block of 2^k points with sixteen points per thread (block_fft.hpp).
constexpr double stages_error(int k) {
  const int large_radices = k / 4 + (k % 4 == 3 ? 1 : 0), stages = std::max((k + 3) / 4, 1);
  return large_radices * inner_root + (stages - 1) * stage_twiddle;
}
/// With eight points per thread there are more stages, but every twiddle is a table entry.
constexpr double narrow_stages_error(int k) {
  const int large_radices = k / 3, stages = (k + 2) / 3;
  return large_radices * inner_root + (stages - 1) * (table_entry + complex_product);
}
static_assert(
    [] {
      for (int k = 6; k <= 12; ++k)
        if (narrow_stages_error(k) > stages_error(k) * 1.0000001) return false;
      return true;
    }(),
    "the bound is that of sixteen points a thread");

/// The sum of the errors along any path through the transform of one block.
double block_error(int points) {
  const int k = std::countr_zero(static_cast<unsigned>(points));
  const int odd = points >> k;
  return k + odd_butterfly(odd) + (odd > 1 ? stage_twiddle : 0) + stages_error(k);
}

}  // namespace

double error_constant(const fft_shape& shape, fft_form form) {
  double transform = block_error(shape.row);
  for (int pass = 0; pass < shape.column_passes; ++pass)
    transform += block_error(shape.column[pass]) + pass_twiddle;
  // Two forward transforms and one backward. In the backward one, every frequency of a real transform enters
  // the pass over the spectrum twice (docs/rounding.md), which doubles the bound.
  const double transforms = form == fft_form::right_angle   ? 3 * transform + 3 * twist
                            : form == fft_form::packed_real ? 4 * (transform + real_spectrum)
                                                            : 3 * transform;
  const double first_order = transforms + complex_product + scaling;
  return first_order * 1.0000001;  // the products of errors: (K u)^2 is below 1e-12 K u
}

double expected_error(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                      bool square) {
  // Recoded digits have a variance of at most B^2 / 4, three times that of uniform balanced digits.
  const double n = static_cast<double>(points);
  const double norms = std::sqrt(static_cast<double>(digits_a)) * std::sqrt(static_cast<double>(digits_b)) *
                       std::ldexp(1.0, 2 * digit_bits) / 4;
  const double sigma = 1.21 * std::pow(std::log2(n), 0.51) * 0x1p-53 * norms / std::sqrt(2 * n);
  return 8 * sigma * (square ? std::sqrt(2.0) : 1);
}

// rounding.md: trusted digits
bool is_trusted(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                bool square, trust how, double error) {
  const double terms =
      std::sqrt(static_cast<double>(std::min(digits_a, digits_b))) * (square ? std::sqrt(2.0) : 1);
  // Digits have the variance B^2 / 6 on average. So for average operands, 5 standard deviations of the worst
  // ones are 7.5, and the 8 of the error are 12.
  const auto [deviations, distance] = how == trust::always ? std::pair{6.0, 0.3} : std::pair{5.0, 0.4};
  return deviations * terms * std::ldexp(1.0, 2 * digit_bits) / 4 < 0x1p49 &&
         error * expected_error(points, digit_bits, digits_a, digits_b, square) < distance;
}

// rounding.md: proven digits
bool is_exact(double constant, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b) {
  const double largest_square = std::ldexp(1.0, 2 * (digit_bits - 1));
  const double norms =
      std::sqrt(static_cast<double>(digits_a)) * std::sqrt(static_cast<double>(digits_b)) * largest_square;
  return constant * 0x1p-53 * norms < 0.4999;
}

bool is_exact(const fft_shape& shape, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
              fft_form form) {
  return is_exact(error_constant(shape, form), digit_bits, digits_a, digits_b);
}

}  // namespace gbi::plan
