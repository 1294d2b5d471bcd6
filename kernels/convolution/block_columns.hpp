/// \file
/// Computes convolution columns of a product whose operands are in shared memory. All threads of the block
/// take part.
///
/// The operands are chunks of four digits of 32 bits, padded with zeros (chunk_column.hpp). A warp computes a
/// group of neighbouring chunk columns. All columns of a group run over the same range of i, so lanes do not
/// diverge, and each step loads one chunk of each operand for 16 products. Groups of lanes share that range,
/// and shuffles add their sums. The warps take the groups in turn, so each warp gets a group with few
/// products from one side of the triangle and a group with many from the other.
///
/// Cost: 16 multiply-adds of 32 x 32 bits for each chunk of a that reaches the group, shared by the lanes of
/// a column, and for up to GroupColumns + shares - 1 additional chunks.
#pragma once

#include "kernels/convolution/chunk_column.hpp"

namespace gbi::kernels {

/// \tparam GroupColumns chunk columns per warp. With fewer, more warps are busy in short products; with more,
/// shuffles have fewer sums to add.
template <int Threads, int GroupColumns>
struct block_columns {
  static constexpr int shares = warp_threads / GroupColumns;
  /// Zeros around the operands. A column extends beyond b by the other columns of its group, and the shares
  /// of a range are rounded up.
  static constexpr int zeros_below_b = GroupColumns + shares, zeros_above_b = GroupColumns;
  static constexpr int zeros_above_a = shares - 1;

  struct operand {
    const digit_chunk* chunks;
    int count;
  };
  /// Results: chunk column `first` + k yields two limbs, words[2 k] and words[2 k + 1], and an addend for the
  /// next column, addends[k + 1].
  struct target {
    limb* words;
    limb* addends;
    int first, end;  ///< at most the chunks of both operands
  };

  /// Leaves the columns in shared memory for the whole block. plus(column) returns two limbs to add to them.
  template <class Block, class Plus>
  GBI_DEVICE static void run(Block& block, operand a, operand b, const target& out, Plus&& plus) {
    constexpr int warps = Threads / warp_threads;
    for (int round = 0; out.first + round * warps * GroupColumns < out.end; ++round) {
      const auto group_of_thread = [=](int thread) {
        return out.first + (round * warps + thread / warp_threads) * GroupColumns;
      };
      per_thread<Block, column_value> value;
      block.warp_phase([&](int thread) {
        const int group = group_of_thread(thread);
        product_accumulator sum[chunk_digits];
        if (group < out.end) {
          const int begin = group > b.count ? group - b.count : 0;
          const int end = group + GroupColumns < a.count ? group + GroupColumns : a.count;
          const int steps = (end - begin + shares - 1) / shares;
          const int first = begin + thread % warp_threads / GroupColumns * steps;
          add_steps(sum, a.chunks + first, b.chunks + (group + thread % GroupColumns - first), steps);
        }
        value[thread] = column_value::of(sum);
      });
      for (int distance = GroupColumns; distance < warp_threads; distance *= 2)
        add_from(block, value, distance);
      block.warp_phase([&](int thread) {
        const int column = group_of_thread(thread) + thread % warp_threads, at = column - out.first;
        if (thread % warp_threads >= GroupColumns || column >= out.end) return;
        const digit_chunk more = plus(column);
        value[thread].add({{more.part[0], more.part[1], 0}});
        out.words[chunk_limbs * at] = value[thread].part[0];
        out.words[chunk_limbs * at + 1] = value[thread].part[1];
        out.addends[at + 1] = value[thread].part[2];
        if (at == 0) out.addends[0] = 0;
      });
    }
    block.phase([](int) {});  // waits for the columns of all warps
  }

 private:
  /// The products of chunks a[0], a[1], ... with b[0], b[-1], ...
  GBI_DEVICE static void add_steps(product_accumulator (&sum)[chunk_digits], const digit_chunk* a,
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
