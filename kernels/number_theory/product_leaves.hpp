/// \file
/// The start of a product tree: products of short runs of words, and numbers gathered into rows.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/number_theory/arguments.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// One leaf per thread, quadratic in its length: k^2 / 2 multiply-adds of 64 x 64 bits for k words.
struct word_leaves_kernel : map_kernel<word_leaves_kernel, word_leaves_arguments, warp_threads, 16> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.leaves; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t leaf) {
    const std::uint64_t first = leaf * a.count / a.leaves, last = (leaf + 1) * a.count / a.leaves;
    limb* number = a.limbs + leaf * a.limbs_per_leaf;
    number[0] = 1;
    std::uint32_t used = 1;
    for (std::uint64_t k = first; k < last; ++k) {
      const limb word = a.words[k];
      limb carry = 0;
      for (std::uint32_t i = 0; i < used; ++i) {
        const wide_limb next = wide_product(number[i], word) + carry;
        number[i] = low_limb(next);
        carry = high_limb(next);
      }
      if (carry != 0) number[used++] = carry;
    }
    a.bits[leaf] = 64 * used - static_cast<std::uint32_t>(leading_zeros(number[used - 1]));
    for (std::uint32_t i = used; i < a.limbs_per_leaf; ++i) number[i] = 0;
  }
};
word_leaves_kernel map_of(const word_leaves_arguments&);

/// One limb of a row per thread. Reads and writes 8 bytes per limb.
struct gather_kernel : map_kernel<gather_kernel, gather_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.count * a.rows.count; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    const std::uint64_t row = at / a.rows.count, i = at % a.rows.count;
    const limb_span number = a.numbers[row];
    a.rows.limbs[row * a.rows.stride + i] = i < number.count ? number.limbs[i] : 0;
  }
};
gather_kernel map_of(const gather_arguments&);

/// Runs in one block.
struct sign_kernel : kernel<sign_arguments, 256, 1> {
  struct shared_memory {
    limb sign[threads];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    block.phase([&](int thread) {
      limb sign = 0;
      for (auto i = static_cast<std::uint32_t>(thread); i < a.count; i += threads) sign ^= *a.signs[i];
      shared.sign[thread] = sign;
    });
    block.template phase<1>([&](int) {
      limb sign = 0;
      for (int i = 0; i < threads; ++i) sign ^= shared.sign[i];
      *a.result = sign;
    });
  }
};

}  // namespace gbi::kernels
