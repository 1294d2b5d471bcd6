/// \file
/// Length and digit width of the transforms of a product, found by its size alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/fft/arguments.hpp"
#include "src/plan/fft_shape.hpp"

namespace gbi::plan {

inline constexpr int widest_digit = static_cast<int>(kernels::widest_column_digit);

/// Digits of a number; the topmost takes what the one below may hand on.
constexpr std::uint64_t digits_of(std::size_t limbs, int digit_bits) {
  return static_cast<std::uint64_t>(limbs) * 64 / static_cast<std::uint64_t>(digit_bits) + 1;
}

/// Length, in complex points, and digit width of a product.
struct fft_plan {
  fft_shape shape;
  int digit_bits;
  bool verified = false;  ///< wider digits than proven, recoded at random
  bool operator==(const fft_plan&) const = default;
};

/// Bytes of workspace: both operands' transforms, or one and the coefficients. What fits a block takes none.
constexpr std::size_t workspace_of(const fft_plan& plan) {
  return plan.shape.column_passes == 0 ? 0 : 2 * sizeof(kernels::complex<double>) * plan.shape.points;
}

/// The shortest transform that carries the product of operands of so many limbs, with the widest digits
/// proven exact for it, if there is one.
std::optional<fft_plan> find_proven_fft(std::size_t limbs_a, std::size_t limbs_b,
                                        fft_form form = fft_form::right_angle);

/// The same. \throws std::length_error if there is none.
fft_plan choose_fft(std::size_t limbs_a, std::size_t limbs_b, fft_form form = fft_form::right_angle);

/// The same for a right-angle product that is verified: the shorter transform of this and the proven plan.
std::optional<fft_plan> find_verified_fft(std::size_t limbs_a, std::size_t limbs_b, bool square);
/// The same. \throws std::length_error if there is none.
fft_plan choose_verified_fft(std::size_t limbs_a, std::size_t limbs_b, bool square);

/// No transform carries a product of more bits, however they are shared out to the operands.
inline constexpr std::uint64_t longest_product_bits = std::uint64_t{5} << 35;

/// Whether a block computes a product of such operands by transforms.
bool transforms_fit_block(std::size_t limbs_a, std::size_t limbs_b);

}  // namespace gbi::plan
