/// \file
/// The word of a number.
#pragma once

#include <cstdint>

namespace gbi {

/// A number's magnitude is an array of these, least significant first (GMP's layout).
using limb = std::uint64_t;
inline constexpr int limb_bits = 64;

}  // namespace gbi
