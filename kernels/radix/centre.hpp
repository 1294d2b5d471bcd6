/// \file
/// A step of the tree that splits numbers into digits (src/text/fraction_tree.hpp). Nodes are fractions: a
/// node of d digits with the value v is a number near (v + 1/2) / base^d.
#pragma once

#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/radix/arguments.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// A sum with a number of two limbs in two's complement. Reads and writes 8 bytes per limb.
struct centre_kernel : carry_kernel<centre_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const limb* const from = a.from.limbs + block.batch() * a.from.stride;
    const limb excess = a.excess == nullptr ? 0 : a.excess[block.batch() * a.excess_stride];
    const signed_wide_limb distance =
        static_cast<signed_wide_limb>(wide_limb{1} << 63) - static_cast<signed_wide_limb>(excess);
    const signed_wide_limb offset = distance * static_cast<signed_wide_limb>(a.mantissa) >> a.shift;
    const limb above = offset < 0 ? ~limb{0} : 0;
    add_limbs(block, shared, a.chain, a.to, false, a.from.limbs == a.to.limbs,
              [&](std::uint64_t i) -> limb_pair {
                if (i >= a.to.count) return {0, 0};
                const auto word = static_cast<wide_limb>(offset);
                return {from[i], i == 0 ? low_limb(word) : i == 1 ? high_limb(word) : above};
              });
  }
};

}  // namespace gbi::kernels
