/// \file
/// A whole product in one block, one launch without workspace: for short operands the launch takes longer
/// than the arithmetic.
///
/// Both operands are in shared memory as chunks of four 32-bit digits, padded with zeros. All warps compute
/// convolution columns (block_columns.hpp) in groups of eight neighbours. Of 2 n columns, group g takes 8 g +
/// 8 steps and group g + n / 8 takes n - 8 g. The carry look-ahead adds the two limbs of every limb of the
/// result.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits, and up to 8 + 3 additional steps per chunk
/// column. Reads 8 bytes per limb of each operand and writes 8 per limb of the result.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/convolution/block_columns.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

/// \tparam Rows limbs of the result per thread.
template <int Threads, int Rows>
struct short_product_kernel : kernel<short_product_arguments, Threads, 1024 / Threads> {
  static constexpr int limbs = Threads * Rows;  ///< in the longest result
  static_assert(limbs <= short_product_limbs);

  using columns_of_block = block_columns<Threads, 8>;
  static constexpr int chunks = limbs / chunk_limbs + 1 + columns_of_block::zeros_below_b +
                                columns_of_block::zeros_above_b +
                                columns_of_block::zeros_above_a;  ///< the 1 accounts for two odd lengths

  struct shared_memory {
    digit_chunk operands[chunks];
    limb words[limbs];                      ///< two per chunk column
    limb addends[limbs / chunk_limbs + 1];  ///< to each chunk column, from the one below
    lookahead_memory lookahead;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const short_product_arguments& args) {
    const int chunks_a = chunks_of(args.a.count), chunks_b = chunks_of(args.b.count);
    const int chunks_out = chunks_of(args.out.count), chunks_all = chunks_a + chunks_b;
    const int columns = chunks_out < chunks_all ? chunks_out : chunks_all;
    const int first_b = columns_of_block::zeros_below_b;
    const int first_a = first_b + chunks_b + columns_of_block::zeros_above_b;
    load(block, shared, args, first_a, first_b, first_a + chunks_a + columns_of_block::zeros_above_a);
    columns_of_block::run(block, {shared.operands + first_a, chunks_a}, {shared.operands + first_b, chunks_b},
                          {shared.words, shared.addends, 0, columns}, [](int) -> digit_chunk {
                            return {{0, 0}};
                          });

    limb* out = args.out.limbs + block.batch() * args.out.stride;
    const auto pair_of = [&](int i) -> limb_pair {
      if (i >= chunk_limbs * columns) return {0, 0};
      return {shared.words[i], i % chunk_limbs == 0 ? shared.addends[i / chunk_limbs] : 0};
    };
    add_whole<Rows>(block, shared.lookahead, pair_of, [&](int i, limb sum) {
      if (static_cast<std::uint32_t>(i) < args.out.count) out[i] = sum;
    });
  }

 private:
  /// Stages the operands in shared memory with zeros around them, `end` chunks in total.
  template <class Block>
  GBI_DEVICE static void load(Block& block, shared_memory& shared, const short_product_arguments& args,
                              int first_a, int first_b, int end) {
    constexpr int loads = (chunks * chunk_limbs + Threads - 1) / Threads;
    const limb* a = args.a.limbs + block.batch() * args.a.stride;
    const limb* b = args.b.limbs + block.batch() * args.b.stride;
    block.phase([&](int thread) {
      limb loaded[loads];
      unroll<loads>([&](auto i) {
        const auto in_a = static_cast<std::uint32_t>(thread + i * Threads - first_a * chunk_limbs);
        const auto in_b = static_cast<std::uint32_t>(thread + i * Threads - first_b * chunk_limbs);
        loaded[i] = 0;  // a place before an operand wraps around to a huge index
        if (in_a < args.a.count) loaded[i] = read_only(a + in_a);
        if (in_b < args.b.count) loaded[i] = read_only(b + in_b);
      });
      unroll<loads>([&](auto i) {
        const int at = thread + i * Threads;
        if (at < end * chunk_limbs) shared.operands[at / chunk_limbs].part[at % chunk_limbs] = loaded[i];
      });
      if (thread == 0) args.sign.obey();
    });
  }
};

}  // namespace gbi::kernels
