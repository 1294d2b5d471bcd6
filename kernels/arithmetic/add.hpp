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

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t comparers = args.rule.comparers;
    const tile_position at{block.batch(), block.index() - comparers};
    limb_span a = args.a, b = args.b;
    bool subtract = args.rule.subtract;
    limb sign = 0;
    if (args.rule.sign_a != nullptr) {
      const limb sign_a = *args.rule.sign_a, sign_b = *args.rule.sign_b ^ (args.rule.subtract ? 1 : 0);
      // Where nothing tells the order, the host knows that the magnitudes add: a sign that says otherwise is
      // damaged.
      subtract = sign_a != sign_b && (args.rule.order != nullptr || comparers != 0);
      sign = sign_a;
      if (subtract && comparers != 0) {
        const bool is_less = find_order(block, shared, plain_magnitude(args.a), plain_magnitude(args.b),
                                        {args.chain.states + args.chain.tiles, comparers,
                                         args.chain.epoch}) == magnitude_order::less;
        if (block.index() < comparers) return;
        if (is_less) {
          a = args.b;
          b = args.a;
          sign = sign_b;
        }
      } else if (subtract) {
        const limb order = *args.rule.order;
        if (order == 0) sign = 0;
        if (order != 0 && order % 2 == 0) {
          a = args.b;
          b = args.a;
          sign = sign_b;
        }
      }
    }
    if (block.index() < comparers) return;
    const bool carry_in =
        subtract || (args.rule.carry_if != nullptr && *args.rule.carry_if != 0 && *args.rule.and_if != 0) ||
        (args.rule.carry_unless != nullptr &&
         args.rule.carry_unless[block.batch() * args.rule.carry_stride] == 0);
    const limb complement = subtract ? ~limb{0} : 0;
    const limb* limbs_a = a.limbs + block.batch() * a.stride;
    const limb* limbs_b = b.limbs + block.batch() * b.stride;
    const limb* out = args.out.limbs + block.batch() * args.out.stride;

    const bool in_place = out == limbs_a || out == limbs_b;
    add_limbs(block, shared.lookahead, args.chain, at, args.out, carry_in, in_place,
              [&](std::uint64_t i) GBI_INLINE {
                const std::uint64_t in_a = i - args.rule.a_at;  // wraps around to a huge index in front of a
                limb in_b = i < b.count ? limbs_b[i] : 0;
                if (args.rule.shift_b != 0)
                  in_b = in_b >> args.rule.shift_b | (i + 1 < b.count ? limbs_b[i + 1] : 0)
                                                         << (64 - args.rule.shift_b);
                return limb_pair{in_a < a.count ? limbs_a[in_a] : 0, in_b ^ complement};
              });
    if (args.rule.sign_result == nullptr || at.tile != 0) return;
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread == 0) *args.rule.sign_result = sign;
    });
  }
};

}  // namespace gbi::kernels
