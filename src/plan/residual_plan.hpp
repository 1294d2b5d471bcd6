/// \file
/// How what is left of a number is computed when a product that nearly is that number is taken away: by a
/// right-angle product that wraps around, modulo 2^(64 k) + 1, as the convolution of N points with digits of
/// w bits is one modulo 2^(2 N w) + 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/product_plan.hpp"

namespace gbi::plan {

/// k, a whole number for all lengths of fft_shapes().
constexpr std::uint64_t modulus_limbs(const fft_plan& plan) {
  return plan.shape.points * static_cast<std::uint64_t>(plan.digit_bits) / 32;
}

/// The shortest transform for a product modulo 2^(64 k) + 1 of operands of so many limbs, k at least
/// `least_limbs` and enough for either operand, with the widest digits that are proven exact or, if
/// `verified`, trusted; if there is one. Each coefficient is a sum of no more products than one that does not
/// wrap around, so that the bounds are the same. All plans have column passes: a block that makes limbs
/// itself has room for products that do not wrap around.
std::optional<fft_plan> find_wrapped(std::size_t limbs_a, std::size_t limbs_b, std::size_t least_limbs,
                                     bool verified, bool square);

/// One problem after the other.
struct residual_plan {
  fft_plan fft;
  check_plan check;  ///< of transforms that are verified; `proven` wraps around, too
  bool rows_by_many_threads;
};

/// A product of a and b limbs of which all but the lowest `out` limbs are known.
/// Nothing if the whole product is the faster way: a transform that is long enough for what is left is worth
/// it for long numbers, and for products that are clearly longer.
std::optional<residual_plan> plan_residual(const tuning& tuned, verification mode,
                                           const product_shape& shape);

/// The same by the given transform, whatever the planner would choose.
residual_plan plan_residual_by(const tuning& tuned, verification mode, const product_shape& shape,
                               const fft_plan& transform);

/// Whether factors of so many products, with so much left, should keep their transforms.
bool keeps_transforms(const tuning& tuned, std::size_t limbs_left);

}  // namespace gbi::plan
