/// \file
/// Two neighbouring chunk columns of a product, computed by a warp that reads the operands from device
/// memory.
///
/// The lanes take the chunks of a in turn (chunk_column.hpp), so neighbouring lanes load neighbouring chunks:
/// four chunks for 32 products, through the cache. At the end, each half of the warp adds the lanes' sums for
/// one column.
#pragma once

#include "kernels/convolution/chunk_column.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/word/limb_span.hpp"

namespace gbi::kernels {

struct warp_columns {
  static constexpr int columns = 2;  ///< per warp
  static constexpr int lanes_of_column = warp_threads / columns;

  /// The limbs of a number, as chunks.
  class chunked_limbs {
   public:
    GBI_DEVICE chunked_limbs(const limb_span& x, std::uint32_t problem)
        : limbs_(x.limbs + problem * x.stride), count_(x.count) {}
    GBI_DEVICE int chunks() const { return chunks_of(count_); }
    GBI_DEVICE bool holds(int chunk) const {
      // Wraps around to a huge index below the operand.
      return chunk_limbs * static_cast<std::uint64_t>(std::int64_t{chunk}) + 1 < count_;
    }

   protected:
    const limb* limbs_;
    std::uint64_t count_;
  };

  class operand : public chunked_limbs {
   public:
    using chunked_limbs::chunked_limbs;
    GBI_DEVICE digit_chunk at(int chunk) const {
      const limb* first = limbs_ + std::int64_t{chunk_limbs} * chunk;
      return {{read_only(first), read_only(first + 1)}};
    }
    /// Zero outside the operand.
    GBI_DEVICE digit_chunk at_or_zero(int chunk) const {
      const std::uint64_t first = chunk_limbs * static_cast<std::uint64_t>(std::int64_t{chunk});
      return {
          {first < count_ ? read_only(limbs_ + first) : 0, holds(chunk) ? read_only(limbs_ + first + 1) : 0}};
    }
  };

  /// Half of a number, rounded down.
  class halved_operand : public chunked_limbs {
   public:
    using chunked_limbs::chunked_limbs;
    GBI_DEVICE digit_chunk at(int chunk) const { return at_or_zero(chunk); }
    /// Zero outside the operand.
    GBI_DEVICE digit_chunk at_or_zero(int chunk) const {
      const std::uint64_t first = chunk_limbs * static_cast<std::uint64_t>(std::int64_t{chunk});
      const limb low = limb_or_zero(first), high = limb_or_zero(first + 1);
      const limb above = first < count_ ? limb_or_zero(first + chunk_limbs) : 0;
      return {{low >> 1 | high << 63, high >> 1 | above << 63}};
    }

   private:
    GBI_DEVICE limb limb_or_zero(std::uint64_t i) const { return i < count_ ? read_only(limbs_ + i) : 0; }
  };

  /// Index of the column whose value this thread gets, counted from its group.
  GBI_DEVICE static int column_of(int thread) { return thread % warp_threads / lanes_of_column; }
  /// Whether this thread is the first of the lanes that share the column.
  GBI_DEVICE static bool is_first(int thread) { return thread % lanes_of_column == 0; }

  /// Returns the values of column group_of(thread) and the next one. These may be before the start of the
  /// product or after its end.
  template <class Block, class First, class GroupOf>
  GBI_DEVICE static per_thread<Block, column_value> values(Block& block, const First& a, const operand& b,
                                                           GroupOf&& group_of) {
    per_thread<Block, column_value> own, given;
    block.warp_phase([&](int thread) {
      product_accumulator sum[columns][chunk_digits];
      add_lane(sum, a, b, group_of(thread), thread % warp_threads);
      const column_value first = column_value::of(sum[0]), second = column_value::of(sum[1]);
      unroll<column_limbs>([&](auto i) {
        own[thread].part[i] = column_of(thread) == 0 ? first.part[i] : second.part[i];
        given[thread].part[i] = column_of(thread) == 0 ? second.part[i] : first.part[i];
      });
    });
    const per_thread<Block, column_value> received = block.shuffle_xor(given, lanes_of_column);
    block.warp_phase([&](int thread) { own[thread].add(received[thread]); });
    for (int distance = 1; distance < lanes_of_column; distance *= 2) add_from(block, own, distance);
    return own;
  }

 private:
  /// Chunk i of a and its factors for the columns from `group` on; zero outside the operands.
  struct window {
    digit_chunk x, y[columns + 1];  ///< y[0] is below the window of the first column

    template <class First>
    GBI_DEVICE static window at(const First& a, const operand& b, int group, int i) {
      window w;
      const int below = group - i - 1;
      if (a.holds(i) && below >= 0 && b.holds(below + columns)) {
        w.x = a.at(i);
        unroll<columns + 1>([&](auto c) { w.y[c] = b.at(below + c); });
      } else {
        w.x = a.at_or_zero(i);
        unroll<columns + 1>([&](auto c) { w.y[c] = b.at_or_zero(below + c); });
      }
      return w;
    }
  };

  /// Chunks lane, lane + 32, ... of those in a that reach the columns `group` and group + 1.
  template <class First>
  GBI_DEVICE static void add_lane(product_accumulator (&sum)[columns][chunk_digits], const First& a,
                                  const operand& b, int group, int lane) {
    const int chunks_a = a.chunks(), chunks_b = b.chunks();
    const int begin = group > chunks_b ? group - chunks_b : 0;
    const int end = group + columns < chunks_a ? group + columns : chunks_a;
    window next = window::at(a, b, group, begin + lane);
    for (int i = begin + lane; i < end; i += warp_threads) {
      const window now = next;
      next = window::at(a, b, group, i + warp_threads);  // loads while the current chunk is multiplied
      unroll<columns>([&](auto c) { add_products(sum[c], now.x, now.y[c + 1], now.y[c]); });
    }
  }
};

}  // namespace gbi::kernels
