/// \file
/// The cost of products by transforms of doubles and of integers. The unit is a point: the time to move 16
/// bytes at the speed of a copy.
#pragma once

#include <cstddef>

#include "src/plan/fft_plan.hpp"
#include "src/plan/tuning_values.hpp"

namespace gbi::plan {

/// The time of the passes of a product.
double cost_of_product(const fft_plan& plan, const pass_tuning& costs);
/// The time of the transform of one operand.
double cost_of_spectrum(const fft_plan& plan, const pass_tuning& costs);
/// The time of the fft columns of one operand.
double cost_of_columns(const fft_plan& plan, const pass_tuning& costs);
/// The time of a product if the fft columns of the other operand exist.
double cost_of_product_with_columns(const fft_plan& plan, const pass_tuning& costs);
/// The time of a product if the transform of the other operand exists.
double cost_of_kept_product(const fft_plan& plan, const pass_tuning& costs);

/// How fast a device computes and moves memory, relative to a measured device.
struct transform_rates {
  double doubles = 1, integers = 1;  ///< operations in the time that moving a byte takes
  double memory = 1;  ///< bytes per second: with faster memory, a launch takes as long as moving more points
};

/// The time of a product of two operands of `limbs` limbs with verified digits, including its launches.
/// Infinite if there is no transform.
double cost_by_doubles(std::size_t limbs, const tuned_values& measured, const transform_rates& rates);
/// As cost_by_doubles, of an exact product.
double cost_by_integers(std::size_t limbs, const tuned_values& measured, const transform_rates& rates);

/// The total number of limbs from which on products should be computed by integers. No other limit costs less
/// in the geometric mean over products of equal operands up to the longest exact one. `never` if integers
/// never pay off.
std::size_t least_exact_limbs(const tuned_values& measured, const transform_rates& rates);

}  // namespace gbi::plan
