/// \file
/// Roots of long numbers by Newton's iteration for the inverse root, which divides by nothing but the degree.
#pragma once

#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::arithmetic {

/// Whether root_or_next takes a number of `bits` bits: of a higher degree, the first limbs of a root depend
/// on too many limbs of the number, and a shorter root takes no step.
bool has_long_root(std::uint64_t bits, std::uint64_t k);

/// floor(a^(1/k)) or one more, for a > 0 of `bits` bits. Waits for the device once, for the leading limbs.
///
/// Steps for numbers of up to some hundred limbs take a launch for each product (src/ground/column_sum.hpp)
/// and one more. For long numbers, all steps for a cube root of n limbs cost 2.5 products of n by n limbs,
/// and the root itself 2.3. \param a with its size known
gpu_bigint root_or_next(const gpu_bigint& a, std::uint64_t bits, std::uint64_t k);

}  // namespace gbi::arithmetic
