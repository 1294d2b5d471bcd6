/// \file
/// Common factors of each element and all others, by trees over pieces of a batch.
#pragma once

#include <cstdint>

#include "gpu_bigint/bigint_batch.hpp"

namespace gbi::detail {

/// As gbi::gcd_with_others, by trees over `piece` elements each. Smaller pieces take less memory, but each
/// takes a product and a remainder of numbers of its length for every other piece. \throws std::domain_error
/// \throws out_of_memory
bigint_batch gcd_with_others(const bigint_batch& n, std::uint32_t piece);

}  // namespace gbi::detail
