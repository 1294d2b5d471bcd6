/// \file
/// The residue of a number modulo 2^(64 k) + 1 or 2^(64 k) - 1: the alternating sum, or the sum, of its parts
/// p_0, p_1, ... of k limbs.
///
/// Every limb is the sum of some limbs and complements. Its upper word goes to the next limb, and one carry
/// chain follows as in an addition (lookahead.hpp).
///
/// Modulo M = 2^(64 k) + 1 the sum A = p_0 - p_1 + p_2 - ... is too large by a multiple q M. The uppermost
/// limbs of the parts tell q, and the sign of A - q M, up to a few units of the uppermost limb. No more is
/// necessary, as a transform takes operands that are slightly too large or slightly negative (filling digits,
/// src/multiply/right_angle.hpp). A - q M or its negative is A - q or its negative in the lower k limbs.
///
/// Modulo 2^(64 k) - 1 the upper word of the last limb goes to limb 0. The last carry stays where it is.
///
/// Reads 8 bytes per limb of the number and writes 8 per limb of the residue.
#pragma once

#include "kernels/moduli/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct wrapped_residue_kernel : carry_kernel<wrapped_residue_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count;
    const limb* x = args.x.limbs;

    signed_wide_limb top = 0;
    std::int64_t subtracted = 0, added = 0;  // parts
    for (std::uint64_t at = k - 1; at < args.x.count + k - 1; at += k) {
      const limb part = at < args.x.count ? x[at] : 0;
      const bool odd = subtracted < added;
      top += odd ? -static_cast<signed_wide_limb>(part) : static_cast<signed_wide_limb>(part);
      odd ? ++subtracted : ++added;
    }
    const signed_wide_limb half = signed_wide_limb{1} << 63;
    const auto multiple = static_cast<std::int64_t>((top + half) >> 64);
    const bool negative = top < static_cast<signed_wide_limb>(multiple) * (half << 1);
    // A complement is one less than the negative.
    const std::int64_t rest = negative ? added + multiple : subtracted - multiple;
    const limb above = rest < 0 ? ~limb{0} : 0;

    const auto sum_of = [&](std::uint64_t i) GBI_INLINE {
      wide_limb sum = i == 0 ? static_cast<limb>(rest) : above;
      bool complement = negative;
      for (std::uint64_t at = i; at < args.x.count + i; at += k, complement = !complement) {
        const limb part = at < args.x.count ? x[at] : 0;
        sum += complement ? ~part : part;
      }
      return sum;
    };
    add_limbs(block, shared, args.chain, args.out, false, false,
              [&](std::uint64_t i) GBI_INLINE -> limb_pair {
                if (i >= k) return {0, 0};
                return {low_limb(sum_of(i)), i == 0 ? 0 : high_limb(sum_of(i - 1))};
              });
    if (block.index() != 0) return;
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread == 0) *args.sign = negative ? 1 : 0;
    });
  }
};

struct cyclic_residue_kernel : carry_kernel<cyclic_residue_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count - 1;
    const auto sum_of = [&](std::uint64_t i) GBI_INLINE {
      wide_limb sum = 0;
      for (std::uint64_t at = i; at < args.x.count; at += k) sum += args.x.limbs[at];
      return sum;
    };
    add_limbs(block, shared, args.chain, args.out, false, false,
              [&](std::uint64_t i) GBI_INLINE -> limb_pair {
                if (i >= k) return {0, 0};
                return {low_limb(sum_of(i)), high_limb(sum_of(i == 0 ? k - 1 : i - 1))};
              });
  }
};

}  // namespace gbi::kernels
