/// \file
/// The whole convolution of operands of any length, by the column: the sums of a product's columns as two
/// limbs for every limb, which a normalisation adds. Quadratic, in integers and without workspace to clear,
/// so it is what computes a product again that a transform got wrong: behind a gate that is nearly always
/// closed it costs a launch.
///
/// A warp takes eight chunk columns (chunk_column.hpp); chunks come through the cache.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits. Moves 16 bytes a limb of the product out.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/convolution/chunk_column.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

struct column_product_kernel {
  using arguments = column_product_arguments;
  using shared_memory = no_shared_memory;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool repairs = true;
  static constexpr int columns_of_block = threads / warp_threads * group_columns;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const int chunks_a = chunks_of(args.a.count), chunks_b = chunks_of(args.b.count);
    const limb* a = args.a.limbs + block.batch() * args.a.stride;
    const limb* b = args.b.limbs + block.batch() * args.b.stride;
    const auto group_of_thread = [&](int thread) GBI_INLINE {
      return static_cast<int>(block.index()) * columns_of_block + thread / warp_threads * group_columns;
    };
    per_thread<Block, limb> value[chunk_limbs + 1];
    block.warp_phase([&](int thread) GBI_INLINE {
      const int group = group_of_thread(thread);
      limb of_share[chunk_limbs + 1];
      sum_column(
          group + thread % group_columns, column_share::of(thread, group, chunks_a, chunks_b),
          [&](int i) GBI_INLINE { return chunk_at(a, args.a.count, i); },
          [&](int i) GBI_INLINE { return chunk_at(b, args.b.count, i); }, of_share);
      unroll<chunk_limbs + 1>([&](auto i) GBI_INLINE { value[i][thread] = of_share[i]; });
    });
    add_shares(block, value);
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads >= group_columns) return;
      const std::uint64_t first = std::uint64_t{chunk_limbs} *
                                  static_cast<std::uint32_t>(group_of_thread(thread) + thread % warp_threads);
      const auto put = [&](limb* to, std::uint64_t i, limb what) GBI_INLINE {
        if (i < args.count) to[block.batch() * args.stride + i] = what;
      };
      put(args.words, first, value[0][thread]);
      put(args.words, first + 1, value[1][thread]);
      if (first == 0) put(args.addends, 0, 0);
      put(args.addends, first + 1, 0);
      put(args.addends, first + 2, value[2][thread]);
    });
  }

 private:
  GBI_DEVICE static digit_chunk chunk_at(const limb* x, std::uint64_t count, int i) {
    const std::uint64_t first = std::uint64_t{chunk_limbs} * static_cast<std::uint64_t>(std::int64_t{i});
    // Below the operand is, unsigned, far behind it.
    return {{first < count ? read_only(x + first) : 0, first + 1 < count ? read_only(x + first + 1) : 0}};
  }
};

}  // namespace gbi::kernels
