/// \file
/// A sum of residues below 2^61, in two words that also count them. Each half of a residue is added to one of
/// the words, together with a 1 at `count_at`. The addition returns the number of residues so far and, if the
/// sum is complete, the sum, so no other memory needs ordering.
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

}  // namespace gbi::kernels::counted_residue
