/// \file
/// The random numbers with which digits of verified products are recoded (kernels/fft/digits.hpp).
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// A threshold for digit j of number g, uniform in [0, 2^b), 1 <= b <= 24. The mixing function is lowbias32
/// (C. Wellons' "hash prospector"), keyed at both ends.
GBI_BOTH constexpr std::uint32_t digit_threshold(std::uint64_t seed, std::uint32_t digit_bits,
                                                 std::uint32_t g, std::uint64_t j) {
  std::uint32_t h = static_cast<std::uint32_t>(j) + g * 0x9e3779b9u + static_cast<std::uint32_t>(seed);
  h = (h ^ (h >> 16)) * 0x7feb352du;
  h = (h ^ (h >> 15)) * 0x846ca68bu + static_cast<std::uint32_t>(seed >> 32);
  h = (h ^ (h >> 16)) * 0x9e3779b1u;
  return h >> (32 - digit_bits);
}

}  // namespace gbi::kernels
