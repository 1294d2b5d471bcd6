/// \file
/// What products cost by transforms of doubles and of integers, in points: the time to move 16 bytes at the
/// speed of a copy, 3.3 ps on an H200.
#pragma once

#include <cstddef>

#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// The time of the passes of a product.
double cost_of_product(const fft_plan& plan);
/// Of the transform of one operand.
double cost_of_spectrum(const fft_plan& plan);
/// Of a product whose other operand has a transform.
double cost_of_kept_product(const fft_plan& plan);

/// What a device computes and moves, all as multiples of an H200's.
struct transform_rates {
  double doubles = 1, integers = 1;  ///< operations in the time of moving a byte
  double memory = 1;                 ///< bytes in a second: launches last as long as moving more points
};

/// The time of a product with verified digits, including its launches. Infinite if there is no transform.
double cost_by_doubles(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates);
/// The time of an exact product, including its launches. Infinite if there is no transform.
double cost_by_integers(std::size_t limbs_a, std::size_t limbs_b, const transform_rates& rates);

inline constexpr std::size_t never_exact = ~std::size_t{0};

/// The total of limbs from which on products should be by integers: in the geometric mean of products of
/// equal operands, up to the longest exact one, no other limit costs less. never_exact if none at all does.
std::size_t least_exact_limbs(const transform_rates& rates);

}  // namespace gbi::plan
