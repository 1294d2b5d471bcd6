/// \file
/// The end of a division by multiplication, or of a square root, whose quotient may be one too small. The
/// order of the remainder and the divisor (order.hpp) decides whether the divisor is subtracted once more and
/// the quotient gets a carry. After the comparers, the blocks of a problem's first tiles compute the
/// quotient, the others the remainder.
///
/// Remainder and divisor are shifted back as they are read.
///
/// Reads 8 bytes per limb of quotient, remainder and divisor and writes 8 per limb of the first two.
#pragma once

#include "kernels/arithmetic/order.hpp"
#include "kernels/division/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"

namespace gbi::kernels {

struct remainder_kernel : carry_kernel<remainder_arguments, 4> {
  using shared_memory = ordered_sum_memory;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t problem = block.batch(), comparers = args.comparers;
    // The chains of this problem, contiguous in memory: comparers, quotient, remainder.
    std::uint64_t* const states = args.chain.states + std::uint64_t{problem} * args.chain.tiles;
    const shifted candidate(args.candidate, problem, args.shift),
        divisor(args.divisor, problem, args.divisor_shift);
    const bool fits = find_order(block, shared, candidate, divisor, {states, comparers, args.chain.epoch}) ==
                      magnitude_order::not_less;
    if (block.index() < comparers) return;
    const std::uint32_t index = block.index() - comparers, tiles = args.quotient_tiles;
    if (index < tiles) {
      const limb* estimate = args.estimate.limbs + problem * args.estimate.stride;
      add_limbs(block, shared.lookahead, {states + comparers, tiles, args.chain.epoch}, {0, index},
                of_problem(args.quotient, problem), fits, false, [&](std::uint64_t i) -> limb_pair {
                  return {i < args.estimate.count ? estimate[i] : 0, 0};
                });
      return;
    }
    const tile_position at{0, index - tiles};
    const tile_chain chain{states + comparers + tiles, args.chain.tiles - comparers - tiles,
                           args.chain.epoch};
    add_limbs(block, shared.lookahead, chain, at, of_problem(args.out, problem), fits, false,
              [&](std::uint64_t i) -> limb_pair {
                return {candidate.limb_at(i), fits ? ~divisor.limb_at(i) : 0};
              });
    block.warp_phase([&](int thread) {
      if (at.tile != 0 || thread != 0 || args.signs.a == nullptr) return;
      if (args.signs.quotient != nullptr) *args.signs.quotient = *args.signs.a ^ *args.signs.b;
      if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
    });
  }

 private:
  /// A number of a problem, shifted to the right.
  class shifted {
   public:
    GBI_DEVICE shifted(const limb_span& x, std::uint32_t problem, std::uint32_t shift)
        : limbs_(x.limbs + problem * x.stride), count_(x.count), shift_(shift) {}
    GBI_DEVICE std::uint64_t count() const { return count_; }
    /// Zero outside.
    GBI_DEVICE limb limb_at(std::uint64_t i) const {
      if (i >= count_) return 0;
      const limb high = i + 1 < count_ ? limbs_[i + 1] : 0;
      return limbs_[i] >> shift_ | high << 1 << (63 - shift_);
    }

   private:
    const limb* limbs_;
    std::uint64_t count_;
    std::uint32_t shift_;
  };

  GBI_DEVICE static limb_target of_problem(const limb_target& x, std::uint32_t problem) {
    return {x.limbs + problem * x.stride, x.count, x.stride};
  }
};

}  // namespace gbi::kernels
