/// \file
/// Shared by the benches of products: random operands, and the number of products timed together.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace gbi::bench {

inline std::vector<std::uint64_t> random_limbs(std::size_t bits, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<std::uint64_t> limbs(bits / 64);
  for (auto& l : limbs) l = generator();
  return limbs;
}

/// The number of products timed together. Short products are queued in large numbers, so that the time is the
/// device's and not the start of one product.
inline int products_at_once(std::size_t bits) {
  return static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 26) / bits, 1, 32));
}

}  // namespace gbi::bench
