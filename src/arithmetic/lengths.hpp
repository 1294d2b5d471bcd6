/// \file
/// The lengths of a number that an iteration makes longer and longer.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace gbi::arithmetic {

/// The lengths from the first, which is at most `longest_first`, to the last. Each other one is at most twice
/// its predecessor, plus 1 - 2 `lost`.
inline std::vector<std::uint64_t> growing_lengths(std::uint64_t last, std::uint64_t longest_first,
                                                  std::uint64_t lost) {
  std::vector<std::uint64_t> result{last};
  while (result.back() > longest_first) result.push_back(result.back() / 2 + lost);
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace gbi::arithmetic
