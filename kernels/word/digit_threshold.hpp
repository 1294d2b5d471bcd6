/// \file
/// The random numbers with which digits of verified products are recoded (kernels/fft/digits.hpp).
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Random bits for digits j and j + 1 of number g, for even j: the lower and the upper half. The mixing
/// function is lowbias32 (C. Wellons' "hash prospector"), keyed at both ends.
GBI_BOTH constexpr std::uint32_t threshold_pair(std::uint64_t seed, std::uint32_t g, std::uint32_t j) {
  std::uint32_t h = (j >> 1) + g * 0x9e3779b9u + static_cast<std::uint32_t>(seed);
  h = (h ^ (h >> 16)) * 0x7feb352du;
  h = (h ^ (h >> 15)) * 0x846ca68bu + static_cast<std::uint32_t>(seed >> 32);
  h = (h ^ (h >> 16)) * 0x9e3779b1u;
  return h ^ (h >> 16);
}
/// The threshold of the digit with the lower or the upper half, as a fraction of 2^32.
GBI_BOTH constexpr std::uint32_t lower_threshold(std::uint32_t pair) {
  return pair << 16;
}
GBI_BOTH constexpr std::uint32_t upper_threshold(std::uint32_t pair) {
  return pair & 0xffff0000u;
}

/// A threshold for digit j of number g, 1 <= b <= 24: uniform in [0, 2^b) or, beyond 16 bits, among the
/// multiples of 2^(b - 16).
GBI_BOTH constexpr std::uint32_t digit_threshold(std::uint64_t seed, std::uint32_t digit_bits,
                                                 std::uint32_t g, std::uint64_t j) {
  const std::uint32_t pair = threshold_pair(seed, g, static_cast<std::uint32_t>(j));
  return (j % 2 == 0 ? lower_threshold(pair) : upper_threshold(pair)) >> (32 - digit_bits);
}

}  // namespace gbi::kernels
