/// \file
/// Reciprocals of integers by Newton's iteration.
#pragma once

#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::arithmetic {

/// ceil(2^bits / divisor), divisor > 0. Each step doubles the correct bits with operands cut to what it
/// needs, so that the whole costs a few products of the last step's size.
gpu_bigint reciprocal_ceiling(const gpu_bigint& divisor, std::uint64_t bits);

}  // namespace gbi::arithmetic
