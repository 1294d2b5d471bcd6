/// \file
/// The product of a number and one limb, in linear time.
///
/// Limb i of the result is the low half of a_i b plus the high half of a_(i-1) b plus a carry. That is a sum
/// of two numbers, neither of which is written to memory, and the carry look-ahead of sums finds the carries.
///
/// Reads and writes 8 bytes per limb.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/normalize/carry_kernel.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

struct limb_product_kernel : carry_kernel<limb_product_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    obey(block, args.sign);
    const limb* const a = args.a.limbs + block.batch() * args.a.stride;
    const limb factor = args.b.limbs[block.batch() * args.b.stride];
    add_limbs(block, shared, args.chain, args.out, false, false, [&](std::uint64_t i) {
      const limb here = i < args.a.count ? a[i] : 0;
      const limb below = i > 0 && i <= args.a.count ? a[i - 1] : 0;
      return limb_pair{here * factor, high_limb(wide_product(below, factor))};
    });
  }
};

}  // namespace gbi::kernels
