/// \file
/// The cost of products by transforms of doubles and of integers. The unit is a point: the time to move 16
/// bytes at the speed of a copy, 3.3 ps on an H200.
#pragma once

#include <cstddef>

#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// The time of the passes of a product.
double cost_of_product(const fft_plan& plan);
/// The time of the transform of one operand.
double cost_of_spectrum(const fft_plan& plan);
/// The time of a product if the transform of the other operand exists.
double cost_of_kept_product(const fft_plan& plan);

/// How fast a device computes and moves memory, relative to an H200.
struct transform_rates {
  double doubles = 1, integers = 1;  ///< operations in the time that moving a byte takes
  double memory = 1;  ///< bytes per second: with faster memory, a launch takes as long as moving more points
};

/// The time of a product with verified digits, including its launches. Infinite if there is no transform.
double cost_by_doubles(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates);
/// The time of an exact product, including its launches. Infinite if there is no transform.
double cost_by_integers(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates);

inline constexpr std::size_t never_exact = ~std::size_t{0};

/// The total number of limbs from which on products should be computed by integers. No other limit costs less
/// in the geometric mean over products of equal operands up to the longest exact one. never_exact if integers
/// never pay off.
std::size_t least_exact_limbs(const transform_rates& rates);

}  // namespace gbi::plan
