/// \file
/// Which algorithm, and for transforms which length and digit width, multiplies operands of given sizes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "gpu_bigint/arithmetic.hpp"
#include "kernels/fft/arguments.hpp"
#include "src/plan/fft_shape.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// \throws std::logic_error for schoolbook and automatic
fft_form form_of(algorithm how);

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

/// How the numbers of a batch lie in memory.
enum class batch_layout { side_by_side, interleaved };

/// Never automatic: what is asked for; if that is automatic, what the tuning prefers; else the faster one.
/// \param batch products at once
/// \param end of the limbs that are wanted: of interleaved numbers teams of threads compute no more.
algorithm choose_algorithm(algorithm asked, std::size_t limbs_a, std::size_t limbs_b, const tuning& tuned,
                           std::size_t batch = 1, batch_layout layout = batch_layout::side_by_side,
                           std::size_t end = ~std::size_t{0});

/// How the integer convolution of algorithm::schoolbook runs.
enum class convolution {
  automatic,   ///< as the planner says
  in_block,    ///< a block computes a whole product, in one launch
  by_limb,     ///< the shorter operand is one limb: a sum, in one launch
  by_columns,  ///< a warp computes some columns of the result
  in_tiles     ///< a block computes a tile of the product matrix
};

/// Limbs of a batch of products modulo 2^(64 out); the operands are not longer than the result.
struct product_shape {
  std::size_t a, b, out;
  std::size_t batch = 1;
};

/// Whether one block holds a product of this shape.
bool fits_block(const product_shape& shape);

/// Products of limbs that a block computes, those with the zeros beside the operands included.
std::size_t limb_products_in_block(const product_shape& shape);

/// Never automatic. \throws std::length_error if in_block is asked for and the product does not fit a block,
/// or by_limb and both operands are longer.
convolution choose_convolution(convolution asked, const product_shape& shape, const tuning& tuned);

}  // namespace gbi::plan
