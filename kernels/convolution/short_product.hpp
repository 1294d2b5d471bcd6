/// \file
/// A whole product in one block: short operands wait for launches and not for arithmetic, and this is one
/// launch without workspace.
///
/// Both operands lie in shared memory as chunks of four digits of 32 bits, with zeros around them. The result
/// has as many chunk columns as both operands have chunks (chunk_column.hpp). A warp computes eight
/// neighbouring ones, over the same range of i and so without divergence: each step loads a chunk of either
/// operand for 16 products. Its four groups of eight lanes share that range, and shuffles add what they find.
/// As the warps take column groups in turn, a group of few products on one side of the triangle and one of
/// many meet in the same warp: of 2 n columns, group g has 8 g + 8 steps and group g + n / 8 has n - 8 g. The
/// look-ahead adds the two limbs of every limb of the result.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits, and up to 8 + 3 steps more a chunk column.
/// Moves 8 bytes a limb of each operand in and of the result out.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/convolution/chunk_column.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

/// \tparam Rows limbs of the result for each thread.
template <int Threads, int Rows>
struct short_product_kernel {
  using arguments = short_product_arguments;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = 1024 / Threads;
  static constexpr int limbs = Threads * Rows;  ///< of the longest result
  static_assert(limbs <= short_product_limbs);

  static constexpr int group_columns = 8;  ///< chunk columns of a warp
  static constexpr int shares = warp_threads / group_columns;
  /// Zeros around the operands: columns reach beyond b by the others of their group, and the shares of a
  /// range are rounded up.
  static constexpr int zeros_below_b = group_columns + shares, zeros_above_b = group_columns;
  static constexpr int zeros_above_a = shares - 1;
  static constexpr int chunks =
      limbs / chunk_limbs + 1 + zeros_below_b + zeros_above_b + zeros_above_a;  ///< 1: two odd lengths

  struct shared_memory {
    digit_chunk operands[chunks];
    limb words[limbs];                      ///< two of each chunk column
    limb addends[limbs / chunk_limbs + 1];  ///< at each chunk column, from the one below
    lookahead_memory lookahead;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const int chunks_a = chunks_of(args.a.count), chunks_b = chunks_of(args.b.count);
    const int chunks_out = chunks_of(args.out.count), chunks_all = chunks_a + chunks_b;
    const int columns = chunks_out < chunks_all ? chunks_out : chunks_all;
    const int first_b = zeros_below_b, first_a = first_b + chunks_b + zeros_above_b;
    load(block, shared, args, first_a, first_b, first_a + chunks_a + zeros_above_a);

    constexpr int warps = Threads / warp_threads;
    const digit_chunk* a = shared.operands + first_a;
    const digit_chunk* b = shared.operands + first_b;
    for (int round = 0; round * warps * group_columns < columns; ++round) {
      const auto group_of_thread = [=](int thread) GBI_INLINE {
        return (round * warps + thread / warp_threads) * group_columns;
      };
      per_thread<Block, column_value> value;
      block.warp_phase([&](int thread) GBI_INLINE {
        const int group = group_of_thread(thread);
        product_sum sum[chunk_digits];
        if (group < columns) {
          const int begin = group > chunks_b ? group - chunks_b : 0;
          const int end = group + group_columns < chunks_a ? group + group_columns : chunks_a;
          const int steps = (end - begin + shares - 1) / shares;
          const int first = begin + thread % warp_threads / group_columns * steps;
          add_steps(sum, a + first, b + (group + thread % group_columns - first), steps);
        }
        value[thread] = column_value::of(sum);
      });
      for (int distance = group_columns; distance < warp_threads; distance *= 2)
        add_from(block, value, distance);
      block.warp_phase([&](int thread) GBI_INLINE {
        const int column = group_of_thread(thread) + thread % warp_threads;
        if (thread % warp_threads >= group_columns || column >= columns) return;
        shared.words[chunk_limbs * column] = value[thread].part[0];
        shared.words[chunk_limbs * column + 1] = value[thread].part[1];
        shared.addends[column + 1] = value[thread].part[2];
      });
    }
    block.phase([](int) GBI_INLINE {});  // the columns of all warps are there

    limb* out = args.out.limbs + block.batch() * args.out.stride;
    const auto pair_of = [&](int i) GBI_INLINE -> limb_pair {
      if (i >= chunk_limbs * columns) return {0, 0};
      return {shared.words[i], i % chunk_limbs == 0 ? shared.addends[i / chunk_limbs] : 0};
    };
    add_whole<Rows>(block, shared.lookahead, pair_of, [&](int i, limb sum) GBI_INLINE {
      if (static_cast<std::uint32_t>(i) < args.out.count) out[i] = sum;
    });
  }

 private:
  /// Leaves the operands in shared memory and zeros around them, `end` chunks in all.
  template <class Block>
  GBI_DEVICE static void load(Block& block, shared_memory& shared, const arguments& args, int first_a,
                              int first_b, int end) {
    constexpr int loads = (chunks * chunk_limbs + Threads - 1) / Threads;
    const limb* a = args.a.limbs + block.batch() * args.a.stride;
    const limb* b = args.b.limbs + block.batch() * args.b.stride;
    block.phase([&](int thread) GBI_INLINE {
      limb loaded[loads];
      unroll<loads>([&](auto i) GBI_INLINE {
        const auto in_a = static_cast<std::uint32_t>(thread + i * Threads - first_a * chunk_limbs);
        const auto in_b = static_cast<std::uint32_t>(thread + i * Threads - first_b * chunk_limbs);
        loaded[i] = 0;  // a place in front of an operand is, unsigned, far behind it
        if (in_a < args.a.count) loaded[i] = read_only(a + in_a);
        if (in_b < args.b.count) loaded[i] = read_only(b + in_b);
      });
      unroll<loads>([&](auto i) GBI_INLINE {
        const int at = thread + i * Threads;
        if (at < end * chunk_limbs) shared.operands[at / chunk_limbs].part[at % chunk_limbs] = loaded[i];
      });
      if (thread != 0) return;
      shared.addends[0] = 0;
      if (args.sign.result != nullptr) *args.sign.result = *args.sign.a ^ *args.sign.b;
    });
  }

  /// Chunks a[0], a[1], ... with b[0], b[-1], ...
  GBI_DEVICE static void add_steps(product_sum (&sum)[chunk_digits], const digit_chunk* a,
                                   const digit_chunk* b, int steps) {
    digit_chunk upper = *b;
    for (int step = 0; step < steps; ++step) {
      const digit_chunk lower = b[-step - 1];
      add_products(sum, a[step], upper, lower);
      upper = lower;
    }
  }
};

}  // namespace gbi::kernels
