/// \file
/// A one-word digest of all bits of a magnitude.
#pragma once

#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::arithmetic {

/// The digest of |a|; 0 for zero. Waits unless the number is in host words.
std::uint64_t digest_of(const gpu_bigint& a);

}  // namespace gbi::arithmetic
