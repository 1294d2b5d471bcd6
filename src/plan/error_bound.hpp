/// \file
/// Bounds on the rounding error of a right-angle product: one that holds for every input, and the expected
/// error.
#pragma once

#include <cstdint>

#include "src/plan/fft_shape.hpp"

namespace gbi::plan {

/// The terms of the bound, in units of u = 2^-53. docs/rounding.md derives them; tests/tables compares the
/// tables with them.
namespace rounding {

/// A complex product. The bound without contraction, sqrt(5), holds with fused operations, too. Source: R.
/// Brent, C. Percival, P. Zimmermann, "Error bounds on complex floating-point multiplication" (2007).
/// Proof: proofs/Rounding.v, theorem complex_product_bound.
inline constexpr double complex_product = 2.2361;
/// Rounding both parts of a number of absolute value 1: 1/sqrt(2).
/// Proof: proofs/Rounding.v, theorem both_parts_bound.
inline constexpr double both_parts = 0.70711;
/// The error of table values of magnitude 1 before they are rounded to double precision.
/// Proof: proofs/Rounding.v, theorem extended_bound.
inline constexpr double extended = 0.002;
/// A root from a table. Proof: proofs/Rounding.v, theorem table_entry_bound.
inline constexpr double table_entry = both_parts + extended;
/// The fine tables of products have angles up to this angle. Their entries, differences of roots from 1, have
/// an imaginary part below 1/2 and a real part below 1/8, so rounding adds at most u/4 and u/16.
inline constexpr double longest_fine_angle = 0.4;
/// Proof: proofs/Rounding.v, theorem fine_entry_bound.
inline constexpr double fine_entry = 0.2577 + extended;
/// The error for any angle: the parts are at most 1 and 2, and the subtraction of 1 may round.
/// Proof: proofs/Rounding.v, theorem any_fine_entry_bound.
inline constexpr double any_fine_entry = 1.1181 + 1.5 * extended;
/// A root c + c d from a coarse and a fine entry (kernels/fft/twiddle.hpp, circle_root). In products, the sum
/// has parts of at most 1 and is rounded like an entry; other sums are rounded like a complex addition.
/// Proof: proofs/Rounding.v, theorem circle_root_bound.
inline constexpr double circle_root_in_product =
    table_entry + both_parts + longest_fine_angle * complex_product + fine_entry;
inline constexpr double any_circle_root = table_entry + 1 + 2 * complex_product + any_fine_entry;
/// The relative error of a weight 2^(r/N) of a Mersenne square from its two entries.
inline constexpr double weight = 3;

}  // namespace rounding

/// K such that no coefficient of the product of digit vectors x and y is further than K u |x| |y| from its
/// exact integer, where u = 2^-53 and |.| is the Euclidean norm. The proof is in docs/rounding.md. The
/// composition of errors is also proven by machine. Proof: proofs/Error_sums.v, theorems
/// first_order_covers_products, errors_of_steps_add_up, errors_along_tree_add_up and coefficient_error.
double error_constant(const fft_shape& shape, fft_form form = fft_form::right_angle);

/// The largest rounding error to expect in a right-angle product of randomly recoded digits, for any
/// operands: eight standard deviations, as measured (docs/rounding.md).
double expected_error(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                      bool square);

/// The rounding error of products in two passes (kernels/fft/tall) relative to that of others, as measured
/// (docs/rounding.md).
inline constexpr double tall_error = 1.45;

/// How wide digits may be that are not proven.
enum class trust {
  always,      ///< the product is practically certain to pass its verification, whatever the operands are
  if_repaired  ///< average operands practically never fail, those whose digits have the largest variance may
};

/// Whether a product by digits of this width passes its verification as often as `how` says.
/// \param error of the transforms, relative to expected_error
bool is_trusted(std::uint64_t points, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
                bool square, trust how = trust::always, double error = 1);

/// Whether balanced digits of `digit_bits` bits are exact for every input if the operands have at most
/// digits_a and digits_b digits. Proof: proofs/Rounding.v, theorem proven_digits_round_right.
bool is_exact(const fft_shape& shape, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b,
              fft_form form = fft_form::right_angle);
/// As above, for transforms with this error_constant.
bool is_exact(double constant, int digit_bits, std::uint64_t digits_a, std::uint64_t digits_b);

}  // namespace gbi::plan
