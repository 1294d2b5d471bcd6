/// \file
/// Sums and differences of magnitudes whose signs may depend on data.
///
/// A difference is the sum with the complement and a carry in, so one carry chain serves both. With signed
/// operands, equal signs add; different signs subtract the smaller magnitude from the larger, which gives the
/// sign. The launch itself finds the larger one (order.hpp), or a word says which it is.
///
/// Reads 8 bytes per limb of each operand and writes 8 per limb of the result. If the highest 64 limbs of a
/// difference are equal, the comparers read the operands once more, down to the first difference.
#pragma once

#include "kernels/arithmetic/order.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/tile_operands.hpp"

namespace gbi::kernels {

struct add_kernel : carry_kernel<add_arguments> {
  using shared_memory = ordered_sum_memory;

  /// What the launch itself determines about a sum.
  struct decision {
    /// Whether b takes the place of a, because b is the larger magnitude of a difference.
    bool swapped, subtract, carry_in;
    limb sign;
  };

  /// The two limbs of a problem to add at a limb of a tile, or at the limb before or after the tile.
  class summands {
   public:
    GBI_DEVICE summands(const add_rule& rule, const limb_span& a, const limb_span& b, bool swapped,
                        bool subtract, tile_position at)
        : a_(operand(swapped ? b : a, at, rule.a_at)),
          b_(operand(swapped ? a : b, at, 0)),
          shift_b_(rule.shift_b),
          complement_(subtract ? ~limb{0} : 0) {}
    GBI_DEVICE limb_pair operator()(int limb_in_tile) const {
      limb in_b = b_(limb_in_tile);
      if (shift_b_ != 0) in_b = in_b >> shift_b_ | b_(limb_in_tile + 1) << (64 - shift_b_);
      return {a_(limb_in_tile), in_b ^ complement_};
    }
    GBI_DEVICE bool begins_at(const limb* limbs) const { return a_.begins_at(limbs) || b_.begins_at(limbs); }

   private:
    /// Limb 0 of the operand is added to limb `begin` of the sum.
    GBI_DEVICE static operand_of_tile operand(const limb_span& x, tile_position at, std::uint64_t begin) {
      return {x.limbs + at.problem * x.stride, x.count, static_cast<std::int64_t>(at.limb_index(0) - begin)};
    }

    operand_of_tile a_, b_;
    std::uint32_t shift_b_;
    limb complement_;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const decision found = decide(block, shared, args);
    if (block.index() < args.rule.comparers) return;
    const tile_position at{block.batch(), block.index() - args.rule.comparers};
    const summands pair_at(args.rule, args.a, args.b, found.swapped, found.subtract, at);
    const result_of_tile out(args.out.limbs + at.problem * args.out.stride, args.out.count, at.limb_index(0));
    const bool in_place = pair_at.begins_at(out.begin());
    add_tile(block, shared.lookahead, args.chain, at, found.carry_in, in_place, pair_at, out);
    if (args.rule.sign_result == nullptr || at.tile != 0) return;
    block.warp_phase([&](int thread) {
      if (thread == 0) *args.rule.sign_result = found.sign;
    });
  }

 private:
  /// Comparers also call this, but do not get the decision.
  template <class Block>
  GBI_DEVICE static decision decide(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t comparers = args.rule.comparers;
    decision found{false, args.rule.subtract, false, args.rule.sign};
    if (args.rule.sign_a != nullptr) {
      const limb sign_a = *args.rule.sign_a, sign_b = *args.rule.sign_b ^ (args.rule.subtract ? 1 : 0);
      found.subtract = sign_a != sign_b;
      found.sign = sign_a;
      if (found.subtract && comparers != 0) {
        if (find_order(block, shared, plain_magnitude(args.a), plain_magnitude(args.b),
                       {args.chain.states + args.chain.tiles, comparers, args.chain.epoch}) ==
            magnitude_order::less)
          found.swapped = true;
      } else if (found.subtract) {
        const limb order = *args.rule.order;
        if (order == 0) found.sign = 0;
        found.swapped = order != 0 && order % 2 == 0;
      }
      if (found.swapped) found.sign = sign_b;
    }
    found.carry_in = found.subtract ||
                     (args.rule.carry_if != nullptr && *args.rule.carry_if != 0 && *args.rule.and_if != 0);
    return found;
  }
};

}  // namespace gbi::kernels
