/// \file
/// c - a b, where the product is known only modulo M = 2^(64 k) + 1 and the result is known to be small.
///
/// Write c = c' + 2^(64 k) c" and let p be any number that equals a b modulo M. Then c' - c" - p = d + j M,
/// where d is the result, 0 <= d < 2^(64 (k - 1)), and j is a small integer of either sign. The uppermost
/// limbs determine j: in units of 2^(64 (k - 1)), the difference is j 2^64 plus a distance between -2 and 4,
/// whatever the limbs below are, which include all of c". So every limb of d is the sum of four, c' - c" - p
/// - j. The upper word of that sum goes to the next limb, and one carry chain follows as in an addition
/// (lookahead.hpp).
///
/// Reads 8 bytes per limb of c and of the product and writes 8 per limb of the result.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct residual_kernel : carry_kernel<residual_arguments, 4> {
  static constexpr bool repairs = true;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const limb *c = args.c.limbs, *product = args.product.limbs;
    const limb multiples = multiples_of_modulus(args, c, product);
    const limb above = static_cast<std::int64_t>(multiples) < 0 ? ~limb{0} : 0;

    const auto sum_of = [&](std::uint64_t i) {
      const std::uint64_t folded = i + args.modulus;
      const limb high = folded < args.c.count ? c[folded] : 0;
      // c' - c" - p - j: three complements, one for each term that is subtracted.
      return wide_limb{i < args.c.count ? c[i] : 0} + static_cast<limb>(~high) +
             static_cast<limb>(~product[i]) + static_cast<limb>(~(i == 0 ? multiples : above));
    };
    add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) -> limb_pair {
      if (i >= args.out.count) return {0, 0};
      constexpr limb complements = 3;
      return {low_limb(sum_of(i)), i == 0 ? complements : high_limb(sum_of(i - 1))};
    });
  }

 private:
  /// j, in two's complement.
  GBI_DEVICE static limb multiples_of_modulus(const arguments& args, const limb* c, const limb* product) {
    const std::uint64_t k = args.modulus;
    wide_limb top = k - 1 < args.c.count ? c[k - 1] : 0;
    top -= product[k - 1];
    top -= wide_limb{product[k]} << 64;
    return high_limb(top + (wide_limb{1} << 63));
  }
};

}  // namespace gbi::kernels
