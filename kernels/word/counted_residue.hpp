/// \file
/// Sums of residues below 2^61 that also count them. The addition returns the number of residues so far and,
/// if the sum is complete, the sum, so no other memory needs ordering.
///
/// An exact sum has two words: each half of a residue is added to one of them, together with a 1 at
/// `count_at`. A truncated sum has one word, whose lower bits count, and knows the sum modulo 2^47. It is
/// enough for a comparison with what the sum should be modulo a prime q: if the sum of n residues is x modulo
/// q, it is x + k q for a k below n. Another sum passes with a probability of n / 2^47.
#pragma once

#include "kernels/word/wide_product.hpp"

namespace gbi::kernels::counted_residue {

inline constexpr int low_bits = 31, count_at = 47;
/// The most residues in a sum.
inline constexpr std::uint32_t most = std::uint32_t{1} << (count_at - low_bits);

GBI_BOTH constexpr limb half(limb residue, int which) {
  return (which == 0 ? residue & ((limb{1} << low_bits) - 1) : residue >> low_bits) + (limb{1} << count_at);
}
GBI_BOTH constexpr std::uint32_t count(limb word) {
  return static_cast<std::uint32_t>(word >> count_at);
}
GBI_BOTH constexpr wide_limb sum(limb low, limb high) {
  constexpr limb below_count = (limb{1} << count_at) - 1;
  return (low & below_count) + (wide_limb{high & below_count} << low_bits);
}

inline constexpr int truncated_count_bits = 17;
static_assert(most < std::uint32_t{1} << truncated_count_bits);

GBI_BOTH constexpr limb truncated(limb residue) {
  return (residue << truncated_count_bits) + 1;
}
GBI_BOTH constexpr std::uint32_t truncated_count(limb word) {
  return static_cast<std::uint32_t>(word) & ((std::uint32_t{1} << truncated_count_bits) - 1);
}
/// Whether the truncated sum in `word` agrees with `sum`.
GBI_BOTH constexpr bool is_truncated(limb word, limb sum) {
  return ((word >> truncated_count_bits) ^ sum) << truncated_count_bits == 0;
}

}  // namespace gbi::kernels::counted_residue
