/// \file
/// Joins the segments of limbs that sum_limbs_kernel leaves. A position of the look-ahead is a segment. It
/// passes a carry on only if all its limbs but the first are all ones; then it acts like its first limb.
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/normalize/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

struct segment_memory : lookahead_memory {
  bool emptied[carry_tile_limbs];  ///< whether all ones of a segment become zeros
};

struct segment_carries_kernel : carry_kernel<segment_carries_arguments> {
  using shared_memory = segment_memory;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const tile_position at = tile_position::of(block);
    const std::uint64_t count = a.count(), length = limbs_of_segment(a.digit_bits);
    constexpr limb ones = limb{1} << (limb_bits - 1);
    const auto end_of = [&](std::uint64_t s) {
      const std::uint64_t rest = a.limb_count - s * length;
      return rest < length ? rest : length;
    };
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
          shared.emptied[segment_in_tile] = false;
          if (s >= count) return;
          const limb_pair pair = pair_at(s);
          const limb_segment segment = segment_at(s);
          const limb addend = arriving_at(s) + (sum - pair.a - pair.b);
          limb* const limbs = a.limbs + s * length;
          limbs[0] = segment.lowest + addend;
          const bool carry = limbs[0] < addend;
          if ((segment.carry & ones) != 0) {
            shared.emptied[segment_in_tile] = carry;
            return;
          }
          const std::uint64_t end = end_of(s);
          bool goes_on = carry;
          for (std::uint64_t l = 1; goes_on && l < end; ++l) goes_on = ++limbs[l] == 0;
        });
    // Where a product ends in zeros, all its segments do this, so a warp writes them in whole lines.
    unroll<carry_tile_rows>([&](auto row) {
      per_thread<Block, bool> emptied;
      block.warp_phase([&](int thread) { emptied[thread] = shared.emptied[limb_of(thread, row)]; });
      const per_thread<Block, std::uint32_t> all = block.ballot(emptied);
      block.warp_phase([&](int thread) {
        const int first = group_of(thread, row) * warp_threads;
        for (std::uint32_t left = all[thread]; left != 0; left &= left - 1) {
          const std::uint64_t s = at.limb_index(first + trailing_zeros(left)), end = end_of(s);
          for (std::uint64_t l = 1 + static_cast<std::uint32_t>(thread % warp_threads); l < end;
               l += warp_threads)
            a.limbs[s * length + l] = 0;
        }
      });
    });
    obey(block, a.sign);
  }
};

}  // namespace gbi::kernels
