/// \file
/// Sums and differences of magnitudes whose signs may depend on data.
///
/// A difference is the sum with the complement and a carry in, so one carry chain serves both. With signed
/// operands, equal signs add; different signs subtract the smaller magnitude from the larger, which gives the
/// sign. The launch itself finds the larger one (order.hpp), or a word tells it.
///
/// Reads 8 bytes per limb of each operand and writes 8 per limb of the result. If the highest 64 limbs of a
/// difference are equal, the comparers read the operands once more, down to the first difference.
#pragma once

#include "kernels/arithmetic/order.hpp"
#include "kernels/normalize/carry_kernel.hpp"

namespace gbi::kernels {

struct add_kernel : carry_kernel<add_arguments> {
  using shared_memory = ordered_sum_memory;

  /// What the launch itself finds out about a sum.
  struct decision {
    limb_span a, b;  ///< the larger magnitude is the first one of a difference
    bool subtract, carry_in;
    limb sign;
  };

  /// The two limbs of a problem that meet at a position.
  class summands {
   public:
    GBI_DEVICE summands(const add_rule& rule, const decision& found, std::uint32_t problem)
        : a_(found.a.limbs + problem * found.a.stride),
          b_(found.b.limbs + problem * found.b.stride),
          count_a_(found.a.count),
          count_b_(found.b.count),
          a_at_(rule.a_at),
          shift_b_(rule.shift_b),
          complement_(found.subtract ? ~limb{0} : 0) {}
    GBI_DEVICE limb_pair operator()(std::uint64_t i) const {
      const std::uint64_t in_a = i - a_at_;  // wraps around to a huge index in front of a
      limb in_b = i < count_b_ ? b_[i] : 0;
      if (shift_b_ != 0) in_b = in_b >> shift_b_ | (i + 1 < count_b_ ? b_[i + 1] : 0) << (64 - shift_b_);
      return {in_a < count_a_ ? a_[in_a] : 0, in_b ^ complement_};
    }
    GBI_DEVICE bool begins_at(const limb* limbs) const { return a_ == limbs || b_ == limbs; }

   private:
    const limb *a_, *b_;
    std::uint64_t count_a_, count_b_, a_at_;
    std::uint32_t shift_b_;
    limb complement_;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t comparers = args.rule.comparers;
    const tile_position at{block.batch(), block.index() - comparers};
    const decision found = decide(block, shared, args);
    if (block.index() < comparers) return;
    const summands pair_at(args.rule, found, block.batch());
    const bool in_place = pair_at.begins_at(args.out.limbs + block.batch() * args.out.stride);
    add_limbs(block, shared.lookahead, args.chain, at, args.out, found.carry_in, in_place, pair_at);
    if (args.rule.sign_result == nullptr || at.tile != 0) return;
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread == 0) *args.rule.sign_result = found.sign;
    });
  }

  /// Not for comparers, which learn nothing.
  template <class Block>
  GBI_DEVICE static decision decide(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t comparers = args.rule.comparers;
    decision found{args.a, args.b, args.rule.subtract, false, 0};
    const auto turn = [&](limb sign) {
      found.a = args.b;
      found.b = args.a;
      found.sign = sign;
    };
    if (args.rule.sign_a != nullptr) {
      const limb sign_a = *args.rule.sign_a, sign_b = *args.rule.sign_b ^ (args.rule.subtract ? 1 : 0);
      // Where nothing tells the order, the host knows that the magnitudes add: a sign that says otherwise is
      // damaged.
      found.subtract = sign_a != sign_b && (args.rule.order != nullptr || comparers != 0);
      found.sign = sign_a;
      if (found.subtract && comparers != 0) {
        if (find_order(block, shared, plain_magnitude(args.a), plain_magnitude(args.b),
                       {args.chain.states + args.chain.tiles, comparers, args.chain.epoch}) ==
            magnitude_order::less)
          turn(sign_b);
      } else if (found.subtract) {
        const limb order = *args.rule.order;
        if (order == 0) found.sign = 0;
        if (order != 0 && order % 2 == 0) turn(sign_b);
      }
    }
    found.carry_in = found.subtract ||
                     (args.rule.carry_if != nullptr && *args.rule.carry_if != 0 && *args.rule.and_if != 0) ||
                     (args.rule.carry_unless != nullptr &&
                      args.rule.carry_unless[block.batch() * args.rule.carry_stride] == 0);
    return found;
  }
};

}  // namespace gbi::kernels
