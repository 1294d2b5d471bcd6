/// \file
/// The convolution by the column: the sums of a product's columns, as two limbs for every limb of the
/// product, which a normalisation adds. Nothing has to be cleared, no block waits for another, and a carry
/// needs no atomics.
///
/// A warp takes two neighbouring chunk columns (chunk_column.hpp) and its lanes the chunks of a in turn, so
/// that what neighbouring lanes load lies side by side: four chunks for 32 products, through the cache. At
/// the end the lanes' sums are added, those of one column by each half of the warp.
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
  static constexpr int threads = 128;  // of short products there are few blocks
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool repairs = true;
  static constexpr int group_columns = 2;  ///< chunk columns of a warp
  static constexpr int columns_of_block = threads / warp_threads * group_columns;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const operand a(args.a, block.batch()), b(args.b, block.batch());
    const auto group_of_thread = [&](int thread) GBI_INLINE {
      return static_cast<int>(block.index()) * columns_of_block + thread / warp_threads * group_columns;
    };
    per_thread<Block, column_value> kept, given;
    block.warp_phase([&](int thread) GBI_INLINE {
      product_sum sum[group_columns][chunk_digits];
      add_lane(sum, a, b, group_of_thread(thread), thread % warp_threads);
      const column_value first = column_value::of(sum[0]), second = column_value::of(sum[1]);
      unroll<column_limbs>([&](auto i) GBI_INLINE {
        kept[thread].part[i] = half(thread) == 0 ? first.part[i] : second.part[i];
        given[thread].part[i] = half(thread) == 0 ? second.part[i] : first.part[i];
      });
    });
    const per_thread<Block, column_value> received = block.shuffle_xor(given, warp_threads / group_columns);
    block.warp_phase([&](int thread) GBI_INLINE { kept[thread].add(received[thread]); });
    for (int distance = 1; distance < warp_threads / group_columns; distance *= 2)
      add_from(block, kept, distance);
    block.warp_phase([&](int thread) GBI_INLINE {
      if (thread % (warp_threads / group_columns) != 0) return;
      const std::uint64_t first =
          std::uint64_t{chunk_limbs} * static_cast<std::uint32_t>(group_of_thread(thread) + half(thread));
      const auto put = [&](limb* to, std::uint64_t i, limb what) GBI_INLINE {
        if (i < args.count) to[block.batch() * args.stride + i] = what;
      };
      put(args.words, first, kept[thread].part[0]);
      put(args.words, first + 1, kept[thread].part[1]);
      if (first == 0) put(args.addends, 0, 0);
      put(args.addends, first + 1, 0);
      put(args.addends, first + 2, kept[thread].part[2]);
    });
  }

 private:
  struct operand {
    const limb* limbs;
    std::uint64_t count;

    GBI_DEVICE operand(const limb_span& x, std::uint32_t problem)
        : limbs(x.limbs + problem * x.stride), count(x.count) {}
    GBI_DEVICE bool holds(int chunk) const {
      // Below the operand is, unsigned, far behind it.
      return chunk_limbs * static_cast<std::uint64_t>(std::int64_t{chunk}) + 1 < count;
    }
    GBI_DEVICE digit_chunk at(int chunk) const {
      const limb* first = limbs + std::int64_t{chunk_limbs} * chunk;
      return {{read_only(first), read_only(first + 1)}};
    }
    /// Zero outside of the operand.
    GBI_DEVICE digit_chunk at_or_zero(int chunk) const {
      const std::uint64_t first = chunk_limbs * static_cast<std::uint64_t>(std::int64_t{chunk});
      return {
          {first < count ? read_only(limbs + first) : 0, holds(chunk) ? read_only(limbs + first + 1) : 0}};
    }
  };

  /// Chunk i of a and what it is multiplied with for the columns from `group` on; zero where there is
  /// nothing.
  struct window {
    digit_chunk x, y[group_columns + 1];  ///< y[0] is below the window of the first column

    GBI_DEVICE static window at(const operand& a, const operand& b, int group, int i) {
      window w;
      const int below = group - i - 1;
      if (a.holds(i) && below >= 0 && b.holds(below + group_columns)) {
        w.x = a.at(i);
        unroll<group_columns + 1>([&](auto c) GBI_INLINE { w.y[c] = b.at(below + c); });
      } else {
        w.x = a.at_or_zero(i);
        unroll<group_columns + 1>([&](auto c) GBI_INLINE { w.y[c] = b.at_or_zero(below + c); });
      }
      return w;
    }
  };

  GBI_DEVICE static int half(int thread) { return thread % warp_threads / (warp_threads / group_columns); }

  /// Chunks lane, lane + 32, ... of those of a that reach the columns `group` and group + 1.
  GBI_DEVICE static void add_lane(product_sum (&sum)[group_columns][chunk_digits], const operand& a,
                                  const operand& b, int group, int lane) {
    const int chunks_a = chunks_of(a.count), chunks_b = chunks_of(b.count);
    const int begin = group > chunks_b ? group - chunks_b : 0;
    const int end = group + group_columns < chunks_a ? group + group_columns : chunks_a;
    window next = window::at(a, b, group, begin + lane);
    for (int i = begin + lane; i < end; i += warp_threads) {
      const window now = next;
      next = window::at(a, b, group, i + warp_threads);  // under way while this one is multiplied
      unroll<group_columns>([&](auto c) GBI_INLINE { add_products(sum[c], now.x, now.y[c + 1], now.y[c]); });
    }
  }
};

}  // namespace gbi::kernels
