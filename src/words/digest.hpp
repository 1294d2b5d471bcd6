/// \file
/// A word that stands for a short integer, the same as of a number in device memory
/// (kernels/bits/reduce.hpp).
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "kernels/word/mix.hpp"

namespace gbi::words {

/// Of all bits of a magnitude: the sum of a term for every limb, which depends on the limb and its index and
/// is 0 for a limb of 0.
constexpr limb digest(const limb* a, std::size_t n) noexcept {
  limb sum = 0, start = 0;
  for (std::size_t i = 0; i < n; ++i) {
    start += kernels::mix_increment;
    sum += kernels::mixed(start + a[i]) - kernels::mixed(start);
  }
  return sum;
}

/// Of an integer; zero has no sign.
constexpr limb hash(const limb* a, std::size_t n, bool negative) noexcept {
  const limb of_magnitude = digest(a, n);
  return kernels::mixed(of_magnitude != 0 && negative ? ~of_magnitude : of_magnitude);
}

}  // namespace gbi::words
