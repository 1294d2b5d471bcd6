/// \file
/// c - a b, where the product is known modulo M = 2^(64 k) + 1 only and what is left is known to be small.
///
/// With c = c' + 2^(64 k) c" and any p that is a b modulo M, c' - c" - p is d + j M for what is left, 0 <= d
/// < 2^(64 (k - 1)), and a small j of either sign, which the uppermost limbs say: in units of 2^(64 (k - 1))
/// the difference is j 2^64 and a distance between -2 and 4, whatever the limbs below are. So every limb is a
/// sum of four, c' - c" - p - j, whose upper word is handed to the next one, and then there is one chain of
/// carries as in an addition (lookahead.hpp).
///
/// Moves 8 bytes a limb of c and of the product in and of the result out.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/verify/gate.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct residual_kernel : carry_kernel<residual_arguments, 4> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    if (is_closed(args.open, block.batch())) return;
    const limb* c = args.c.limbs + block.batch() * args.c.stride;
    const limb* product = args.product.limbs + block.batch() * args.product.stride;
    const limb multiples = multiples_of_modulus(args, c, product);
    const limb above = static_cast<std::int64_t>(multiples) < 0 ? ~limb{0} : 0;

    const auto sum_of = [&](std::uint64_t i) GBI_INLINE {
      const std::uint64_t folded = i + args.modulus;
      const limb high = args.modulus != 0 && folded < args.c.count ? c[folded] : 0;
      // c' - c" - p - j: three complements, of which j's is of what is subtracted.
      return wide_limb{i < args.c.count ? c[i] : 0} + static_cast<limb>(~high) +
             static_cast<limb>(~product[i]) + static_cast<limb>(~(i == 0 ? multiples : above));
    };
    add_limbs(block, shared, args.chain, args.out, false, false,
              [&](std::uint64_t i) GBI_INLINE -> limb_pair {
                if (i >= args.out.count) return {0, 0};
                constexpr limb complements = 3;
                return {low_limb(sum_of(i)), i == 0 ? complements : high_limb(sum_of(i - 1))};
              });
  }

 private:
  /// j, in two's complement.
  GBI_DEVICE static limb multiples_of_modulus(const arguments& args, const limb* c, const limb* product) {
    const std::uint64_t k = args.modulus;
    if (k == 0) return 0;
    wide_limb top = k - 1 < args.c.count ? c[k - 1] : 0;
    top -= 2 * k - 1 < args.c.count ? c[2 * k - 1] : 0;
    top -= product[k - 1];
    top -= wide_limb{product[k]} << 64;
    return high_limb(top + (wide_limb{1} << 63));
  }
};

}  // namespace gbi::kernels
