/// \file
/// Joins the segments of limbs that sum_limbs_kernel leaves. A position of the look-ahead is a segment. It
/// passes a carry on only if all its limbs but the first are all ones; then it acts like its first limb.
#pragma once

#include "kernels/normalize/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"

namespace gbi::kernels {

struct segment_carries_kernel : carry_kernel<segment_carries_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const tile_position at = tile_position::of(block);
    const std::uint64_t count = a.count(), length = limbs_of_segment(a.digit_bits);
    constexpr limb ones = limb{1} << (limb_bits - 1);
    const auto arriving_at = [&](std::uint64_t s) { return s == 0 ? 0 : a.segments[s - 1].carry & ~ones; };
    const auto segment_at = [&](std::uint64_t s) {
      return s < a.segment_count ? a.segments[s] : limb_segment{-run_bias, 0};
    };
    const auto pair_at = [&](std::uint64_t s) -> limb_pair {
      if (s >= count) return {0, 0};
      const limb_segment segment = segment_at(s);
      if ((segment.carry & ones) == 0) return {0, 0};
      return {segment.lowest, arriving_at(s)};
    };
    add_tile(
        block, shared, a.chain, at, false, false,
        [&](int segment_in_tile) { return pair_at(at.limb_index(segment_in_tile)); },
        [&](int segment_in_tile, limb sum) {
          const std::uint64_t s = at.limb_index(segment_in_tile);
          if (s >= count) return;
          const limb_pair pair = pair_at(s);
          const limb addend = arriving_at(s) + (sum - pair.a - pair.b);
          limb lowest = segment_at(s).lowest + addend;
          limb* const limbs = a.limbs + s * length;
          limbs[0] = lowest;
          const std::uint64_t rest = a.limb_count - s * length, end = rest < length ? rest : length;
          bool carry = lowest < addend;
          for (std::uint64_t l = 1; carry && l < end; ++l) carry = ++limbs[l] == 0;
        });
    obey(block, a.sign);
  }
};

}  // namespace gbi::kernels
