/// \file
/// Carries that a sum shows, however it was computed.
#pragma once

#include "kernels/model/attributes.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// Bit i is the carry out of bit i of a sum: the majority of the bits of both summands and of the complement
/// of the sum. The carry into the sum is not needed.
GBI_BOTH constexpr limb carry_bits(limb a, limb b, limb sum) {
  return (a & b) | ((a | b) & ~sum);
}

}  // namespace gbi::kernels
