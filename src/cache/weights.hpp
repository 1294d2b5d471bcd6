/// \file
/// The weights of the irrational base (kernels/mersenne/arguments.hpp).
#pragma once

#include <cstdint>

#include "kernels/mersenne/arguments.hpp"

namespace gbi::cache {

/// The weight of digits with the phase r < N, rounded once from extended precision.
kernels::digit_weight weight_of(std::uint32_t r, std::uint64_t digits);
/// Twice the inverse of the weight, rounded once.
kernels::digit_weight twice_inverse_weight_of(std::uint32_t r, std::uint64_t digits);

}  // namespace gbi::cache
