/// \file
/// A word that identifies a short integer. A number in device memory has the same digest
/// (kernels/arithmetic/bit_counts.hpp).
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "kernels/word/mix.hpp"

namespace gbi::words {

/// The digest of a magnitude: the sum of one term per limb. A term depends on the limb and its index and is 0
/// for a limb of 0.
constexpr limb digest(const limb* a, std::size_t n) noexcept {
  limb sum = 0, start = 0;
  for (std::size_t i = 0; i < n; ++i) {
    start += kernels::mix_increment;
    sum += kernels::mixed(start + a[i]) - kernels::mixed(start);
  }
  return sum;
}

/// The digest of an integer; zero has no sign.
constexpr limb hash(const limb* a, std::size_t n, bool negative) noexcept {
  const limb of_magnitude = digest(a, n);
  return kernels::mixed(of_magnitude != 0 && negative ? ~of_magnitude : of_magnitude);
}

}  // namespace gbi::words
