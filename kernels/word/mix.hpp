/// \file
/// Words that look random.
/// Source: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators" (SplitMix64), 2014.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// SplitMix64's sequence consists of its mixed multiples.
inline constexpr std::uint64_t mix_increment = 0x9e3779b97f4a7c15;

/// A bijection of words. Every bit of the argument changes about half of the result's bits.
GBI_BOTH constexpr std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace gbi::kernels
