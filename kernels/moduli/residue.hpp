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

#include "kernels/model/unroll.hpp"
#include "kernels/moduli/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Calls f(part, is_odd) with limb i of every part of k limbs of x, or 0 where the last part has none. Four
/// loads are under way at a time.
template <class F>
GBI_DEVICE void for_each_part(const limb_span& x, std::uint64_t k, std::uint64_t i, F&& f) {
  for (std::uint64_t begin = 0; begin < x.count; begin += 4 * k) {
    limb part[4];
    unroll<4>([&](auto j) GBI_INLINE {
      const std::uint64_t at = begin + j * k + i;
      part[j] = x.limbs[at < x.count ? at : 0];
      if (at >= x.count) part[j] = 0;
    });
    unroll<4>([&](auto j) GBI_INLINE {
      if (begin + j * k < x.count) f(part[j], j % 2 != 0);
    });
  }
}

struct wrapped_residue_kernel : carry_kernel<wrapped_residue_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t k = args.out.count;

    signed_wide_limb top = 0;
    std::int64_t subtracted = 0, added = 0;  // parts
    for_each_part(args.x, k, k - 1, [&](limb part, bool odd) GBI_INLINE {
      top += odd ? -static_cast<signed_wide_limb>(part) : static_cast<signed_wide_limb>(part);
      odd ? ++subtracted : ++added;
    });
    const signed_wide_limb half = signed_wide_limb{1} << 63;
    const auto multiple = static_cast<std::int64_t>((top + half) >> 64);
    const bool negative = top < static_cast<signed_wide_limb>(multiple) * (half << 1);
    // A complement is one less than the negative.
    const std::int64_t rest = negative ? added + multiple : subtracted - multiple;
    const limb above = rest < 0 ? ~limb{0} : 0;

    const auto sum_of = [&](std::uint64_t i) GBI_INLINE {
      wide_limb sum = i == 0 ? static_cast<limb>(rest) : above;
      for_each_part(args.x, k, i,
                    [&](limb part, bool odd) GBI_INLINE { sum += odd != negative ? ~part : part; });
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
      for_each_part(args.x, k, i, [&](limb part, bool) GBI_INLINE { sum += part; });
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
