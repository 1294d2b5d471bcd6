/// \file
/// Sums of products of digits of 32 bits that fall on four neighbouring columns of a product.
///
/// Operands are chunks of four digits. Chunk column k takes chunk i of a together with the seven digits of b
/// that its products need to fall on one of the four columns of k,
///
///     b  ... | k-i-1: . 1 2 3 | k-i: 4 5 6 7 | ...         column c += a[i].u b.(4 + c - u)
///
/// a window that slides down by one chunk when i goes up by one: each step loads a chunk of either operand
/// for 16 products. A warp computes eight neighbouring chunk columns, over the same range of i and so without
/// divergence. Its four groups of eight lanes share that range, and shuffles add what they find.
///
/// The four column sums of a chunk column make a number below 2^192 (sums of 2^32 products below 2^64 each
/// have 96 bits, the highest of them 96 bits further up), three limbs of which the third belongs to the next
/// chunk column. So every limb of the product is the sum of two limbs and a carry.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/add_carry.hpp"
#include "kernels/word/product_sum.hpp"

namespace gbi::kernels {

inline constexpr int chunk_limbs = 2;
inline constexpr int chunk_digits = 4;
inline constexpr int group_columns = 8;  ///< chunk columns of a warp
inline constexpr int column_shares = warp_threads / group_columns;

struct alignas(16) digit_chunk {
  limb part[chunk_limbs];
  GBI_DEVICE std::uint32_t digit(int i) const {
    return static_cast<std::uint32_t>(part[i / 2] >> 32 * (i % 2));
  }
};

/// What the share of a lane is: `steps` chunks of a from chunk `first` on.
struct column_share {
  int first, steps;

  /// \param group the first chunk column of the warp
  GBI_DEVICE static column_share of(int thread, int group, int chunks_a, int chunks_b) {
    const int begin = group > chunks_b ? group - chunks_b : 0;
    const int end = group + group_columns < chunks_a ? group + group_columns : chunks_a;
    const int steps = (end - begin + column_shares - 1) / column_shares;
    return {begin + thread % warp_threads / group_columns * steps, steps};
  }
};

/// The sum of the products that fall on chunk column `column`, as far as they are of a share: three limbs.
/// \param a, b chunk i of an operand, for any i, zero outside of it
template <class ChunkOfA, class ChunkOfB>
GBI_DEVICE void sum_column(int column, const column_share& share, ChunkOfA&& a, ChunkOfB&& b,
                           limb (&value)[chunk_limbs + 1]) {
  product_sum sum[chunk_digits];
  if (share.steps > 0) {
    digit_chunk upper = b(column - share.first);
    for (int step = 0; step < share.steps; ++step) {
      const digit_chunk x = a(share.first + step), lower = b(column - share.first - step - 1);
      unroll<chunk_digits>([&](auto u) GBI_INLINE {
        unroll<chunk_digits>([&](auto c) GBI_INLINE {
          constexpr int place = c - u;
          if constexpr (place >= 0)
            sum[c].add(x.digit(u), upper.digit(place));
          else
            sum[c].add(x.digit(u), lower.digit(chunk_digits + place));
        });
      });
      upper = lower;
    }
  }
  const wide_limb low = sum[0].value() + (sum[1].value() << 32);
  const wide_limb high = sum[2].value() + (sum[3].value() << 32) + high_limb(low);
  value[0] = low_limb(low);
  value[1] = low_limb(high);
  value[2] = high_limb(high);
}

/// Adds the values of all shares; every lane has the sum of its column.
template <class Block>
GBI_DEVICE void add_shares(Block& block, per_thread<Block, limb> (&value)[chunk_limbs + 1]) {
  for (int distance = group_columns; distance < warp_threads; distance *= 2) {
    const per_thread<Block, limb> other[chunk_limbs + 1] = {block.shuffle_xor(value[0], distance),
                                                            block.shuffle_xor(value[1], distance),
                                                            block.shuffle_xor(value[2], distance)};
    block.warp_phase([&](int thread) GBI_INLINE {
      bool carry = false;
      unroll<chunk_limbs + 1>([&](auto i) GBI_INLINE {
        value[i][thread] = add_carry(value[i][thread], other[i][thread], carry);
      });
    });
  }
}

GBI_BOTH constexpr int chunks_of(std::uint64_t limbs) {
  return static_cast<int>((limbs + chunk_limbs - 1) / chunk_limbs);
}

}  // namespace gbi::kernels
