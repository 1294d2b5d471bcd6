/// \file
/// Roots of long numbers by Newton's iteration for the inverse root, which divides only by the degree.
#pragma once

#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::arithmetic {

/// Whether root_or_next accepts a number of `bits` bits. For a higher degree, the first limbs of a root
/// depend on too many limbs of the number; a shorter root takes no step.
bool has_long_root(std::uint64_t bits, std::uint64_t k);

/// floor(a^(1/k)) or one more, for a > 0 of `bits` bits. Waits for the device once, for the leading limbs.
///
/// For numbers of up to a few hundred limbs, a step takes one launch for each product
/// (src/number/column_sum.hpp) and one more. For long numbers, all steps for a cube root of n limbs cost 2.5
/// products of n by n limbs, and the root itself 2.3.
/// \param a a number whose size is known
gpu_bigint root_or_next(const gpu_bigint& a, std::uint64_t bits, std::uint64_t k);

}  // namespace gbi::arithmetic
