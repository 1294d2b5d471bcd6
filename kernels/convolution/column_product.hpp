/// \file
/// The convolution by the column: nothing has to be cleared, no sum goes through memory, and a carry needs no
/// atomics.
///
/// A warp takes two neighbouring chunk columns (chunk_column.hpp) and its lanes the chunks of a in turn, so
/// that what neighbouring lanes load lies side by side: four chunks for 32 products, through the cache. At
/// the end the lanes' sums are added, those of one column by each half of the warp.
///
/// The first column of a block is that before its own (the halo): its third limb is added to the block's
/// first, and its second, which only gets a carry, passes none on unless it is all ones. Then the block asks
/// those before it, as tiles of the look-ahead do (normalize/lookahead.hpp). So blocks hardly ever wait, at
/// the price of an eighth more products.
///
/// Cost: 8/7 n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits. Moves 8 bytes a limb of the product
/// out.
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/convolution/chunk_column.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

struct column_product_kernel {
  using arguments = column_product_arguments;
  static constexpr int threads = 128;  // of short products there are few blocks
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool in_order = true;
  static constexpr bool repairs = true;
  static constexpr int group_columns = 2;  ///< chunk columns of a warp
  static constexpr int group_lanes = warp_threads / group_columns;
  static constexpr int columns_of_block = threads / warp_threads * group_columns;  ///< with the halo
  static constexpr int own_limbs = column_product_tile;
  static_assert(own_limbs == (columns_of_block - 1) * chunk_limbs);
  static_assert(own_limbs + chunk_limbs <= warp_threads, "a warp adds them");
  struct shared_memory {
    column_value value[columns_of_block];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const operand a(args.a, block.batch()), b(args.b, block.batch());
    const auto group_of_thread = [&](int thread) GBI_INLINE {
      return static_cast<int>(block.index()) * (columns_of_block - 1) - 1 +
             thread / warp_threads * group_columns;
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
    const per_thread<Block, column_value> received = block.shuffle_xor(given, group_lanes);
    block.warp_phase([&](int thread) GBI_INLINE { kept[thread].add(received[thread]); });
    for (int distance = 1; distance < group_lanes; distance *= 2) add_from(block, kept, distance);
    block.phase([&](int thread) GBI_INLINE {
      if (thread % group_lanes == 0) shared.value[thread / group_lanes] = kept[thread];
      if (block.index() == 0 && thread == 0 && args.sign.result != nullptr)
        *args.sign.result = *args.sign.a ^ *args.sign.b;
    });
    block.first_warp([&](auto& warp) GBI_INLINE { add_columns(warp, shared, args); });
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

  GBI_DEVICE static int half(int thread) { return thread % warp_threads / group_lanes; }

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

  /// The limbs of all columns of the block: lane l has limb l, the first chunk_limbs of them the halo's.
  template <class Warp>
  GBI_DEVICE static void add_columns(Warp& warp, const shared_memory& shared, const arguments& args) {
    const tile_position at = tile_position::of(warp);
    per_thread<Warp, limb> sum;
    per_thread<Warp, bool> generates, propagates;
    warp.phase([&](int lane) GBI_INLINE {
      const int column = lane / chunk_limbs, place = lane % chunk_limbs;
      limb_pair pair{0, 0};
      if (column < columns_of_block) pair.a = shared.value[column].part[place];
      if (column > 0 && column < columns_of_block && place == 0)
        pair.b = shared.value[column - 1].part[chunk_limbs];
      sum[lane] = pair.a + pair.b;
      generates[lane] = sum[lane] < pair.a;
      propagates[lane] = sum[lane] == ~limb{0};
    });
    const std::uint32_t all_generate = warp.ballot(generates)[0], all_propagate = warp.ballot(propagates)[0];
    const std::uint32_t g = all_generate >> chunk_limbs, p = all_propagate >> chunk_limbs;
    const auto carry_out = [&](bool in) GBI_INLINE {
      return (arriving(g, p, in) >> own_limbs & 1) != 0 ? tile_carry::generate : tile_carry::kill;
    };
    bool in = false;
    if ((all_propagate >> (chunk_limbs - 1) & 1) != 0) {
      const bool passes_on = p == (1u << own_limbs) - 1;
      publish(warp, args, passes_on ? tile_carry::propagate : carry_out(false));
      in = look_back(warp, args.chain.states + std::uint64_t{at.problem} * args.chain.tiles, args.chain.epoch,
                     at.tile) == tile_carry::generate;
    }
    if (args.chain.tiles > 1) publish(warp, args, carry_out(in));
    const std::uint64_t arrive = arriving(g, p, in);
    warp.phase([&](int lane) GBI_INLINE {
      const int own = lane - chunk_limbs;
      const std::uint64_t i = std::uint64_t{at.tile} * own_limbs + static_cast<std::uint32_t>(own);
      if (own >= 0 && own < own_limbs && i < args.out.count)
        args.out.limbs[at.problem * args.out.stride + i] = sum[lane] + (arrive >> own & 1);
    });
  }

  template <class Warp>
  GBI_DEVICE static void publish(Warp& warp, const arguments& args, tile_carry carry) {
    warp.phase([&](int lane) GBI_INLINE {
      if (lane == 0) publish_state(warp, args.chain, tile_position::of(warp), carry);
    });
  }
};

}  // namespace gbi::kernels
