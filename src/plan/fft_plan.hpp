/// \file
/// The length and the digit width of a product's transforms. They depend only on the product's size.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "kernels/fft/arguments.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/plan/product_shape.hpp"

namespace gbi::plan {

inline constexpr int widest_digit = static_cast<int>(kernels::widest_column_digit);

/// The number of digits of a number. The topmost digit takes the carry of the digit below. With balanced
/// digits, it does not carry itself: it has fewer than digit_bits bits, so its top bit is not set.
/// Proof: proofs/Digits.v, theorem balanced_digits_are_number.
/// rounding.md: digits of a number
constexpr std::uint64_t digits_of(std::size_t limbs, int digit_bits) {
  return static_cast<std::uint64_t>(limbs) * 64 / static_cast<std::uint64_t>(digit_bits) + 1;
}

/// The length of every right-angle transform is a multiple of this. Digits recoded at random may carry out of
/// the topmost digit into another digit, for which there is always room: no operand has exactly N or 2N
/// digits, and no two have exactly 2N together. With r and s bits in the topmost digits, r, s < b, they would
/// leave b
/// - r or 2b - r - s of the 2N b bits unused. That is above 0 and below 64, but N b and operands are whole
/// limbs. rounding.md: room for a carry
inline constexpr std::uint64_t points_multiple = 64;
static_assert(2 * widest_digit < 64);

/// The length, in complex points, and the digit width of a product.
struct fft_plan {
  fft_shape shape;
  int digit_bits;
  bool verified = false;  ///< wider digits than proven, recoded at random
  bool operator==(const fft_plan&) const = default;
};

/// The k of a product by this transform that wraps around modulo 2^(64 k) + 1. It is an integer for all
/// lengths of fft_shapes().
constexpr std::uint64_t modulus_limbs(const fft_plan& plan) {
  return plan.shape.points * static_cast<std::uint64_t>(plan.digit_bits) / 32;
}

/// Whether the digits of a product of operands of these sizes fit the transform, so that nothing wraps
/// around.
constexpr bool holds_product(const fft_plan& plan, const product_shape& shape) {
  return digits_of(shape.a, plan.digit_bits) + digits_of(shape.b, plan.digit_bits) <= 2 * plan.shape.points;
}

/// The distance of rows after tall columns. If it were a power of two, all rows would begin in the same
/// memory channel.
constexpr std::uint64_t pitch_of(const fft_shape& shape) {
  return static_cast<std::uint64_t>(shape.row) + 128;
}

/// Bytes of workspace: both operands' transforms, or one transform and the coefficients, and with two passes
/// the product's transform. A product that fits in a block takes none.
constexpr std::size_t workspace_of(const fft_plan& plan) {
  constexpr std::size_t each = sizeof(kernels::complex<double>);
  if (has_tall_column(plan.shape))
    return 3 * each * static_cast<std::uint64_t>(plan.shape.column[0]) * pitch_of(plan.shape);
  return plan.shape.column_passes == 0 ? 0 : 2 * each * plan.shape.points;
}

/// The shortest transform for the product of operands of these sizes, with the widest digits that are proven
/// exact for it, if there is one.
std::optional<fft_plan> find_proven_fft(const product_shape& wanted, fft_form form = fft_form::right_angle);
/// As above, among these right-angle transforms.
std::optional<fft_plan> find_proven_fft(const product_shape& wanted, std::span<const fft_shape> shapes);

/// As find_proven_fft. \throws std::length_error if there is none.
fft_plan choose_fft(const product_shape& wanted, fft_form form = fft_form::right_angle);
fft_plan choose_fft(const product_shape& wanted, std::span<const fft_shape> shapes);

/// The transform that repairs a verified product: with proven digits, and short enough. There are few longer
/// ones, and they take several times the memory of the product.
std::optional<fft_plan> find_repair_fft(const product_shape& wanted);

/// The shortest transform for which such digits are trusted.
std::optional<fft_plan> find_trusted_fft(const product_shape& wanted, trust how,
                                         std::span<const fft_shape> shapes = fft_shapes());

/// The shortest transform for a verified right-angle product: the shorter of those with trusted and with
/// proven digits.
/// \param how if_repaired counts as always for products that find_repair_fft() finds no transform for
std::optional<fft_plan> find_verified_fft(const product_shape& wanted, trust how = trust::always,
                                          std::span<const fft_shape> shapes = fft_shapes());
/// The shortest transform in two passes for a verified product.
std::optional<fft_plan> find_two_pass_fft(const product_shape& wanted, trust how);
/// As find_verified_fft. \throws std::length_error if there is none.
fft_plan choose_verified_fft(const product_shape& wanted, trust how = trust::always,
                             std::span<const fft_shape> shapes = fft_shapes());

/// No transform is long enough for a product with more bits, however the bits are distributed over the
/// operands.
inline constexpr std::uint64_t longest_product_bits = std::uint64_t{5} << 35;

/// Whether one block can compute the product of such operands with transforms.
bool transforms_fit_block(const product_shape& wanted);

/// The widest digits that fit, according to fits(bits, digits_a, digits_b), and are good, according to
/// is_good(bits, digits_a, digits_b); 0 if there are none. If digits do not fit, narrower digits do not fit
/// either, because there are more of them. So fits is asked first, which saves most of the search for
/// transforms that are too short.
template <class Fits, class Good>
int widest_digits(const product_shape& wanted, Fits&& fits, Good&& is_good) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t a = digits_of(wanted.a, bits), b = digits_of(wanted.b, bits);
    if (!fits(bits, a, b)) return 0;
    if (is_good(bits, a, b)) return bits;
  }
  return 0;
}

}  // namespace gbi::plan
