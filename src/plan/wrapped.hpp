/// \file
/// Right-angle products that wrap around: modulo 2^(64 k) + 1, as the convolution of N points with digits of
/// w bits is one modulo 2^(2 N w) + 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "src/plan/choose.hpp"

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

}  // namespace gbi::plan
