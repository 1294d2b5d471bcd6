/// \file
/// Scan of problems that fit in a tile. A block holds as many whole problems as fit, so blocks are full and
/// independent.
///
/// The elements of the block's problems form one sequence. A problem's first element starts a new segment,
/// and nothing is added across the start of a segment. In a row, the lanes that hold a start are the bits of
/// one word. A lane's segment starts at the highest of these bits that is not above the lane.
///
/// Reads and writes every element once.
#pragma once

#include "kernels/scan/device_scan.hpp"
#include "kernels/word/bit_count.hpp"

namespace gbi::kernels {

template <class T, class Operator, int Threads, int PerThread,
          scan_pattern Pattern = scan_pattern::kogge_stone>
struct short_scan_kernel : scan_kernel<T, Threads, PerThread, 40> {
  using tile = scan_tile<T, Threads, PerThread>;
  struct shared_memory {
    T since_start[tile::warps];  ///< sum of a warp's elements since the last start in it
    bool has_start[tile::warps];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const scan_arguments& a) {
    constexpr int rows = tile::rows, width = tile::width;
    const Operator combine;
    const std::uint32_t first = block.index() * a.problems_per_block;
    const std::uint32_t problems =
        a.batch - first < a.problems_per_block ? a.batch - first : a.problems_per_block;
    const auto count = static_cast<std::uint32_t>(a.count);
    const std::uint32_t valid = problems * count;
    const T* in = static_cast<const T*>(a.in) + (a.repeat ? 0 : first * a.in_stride);
    T* out = static_cast<T*>(a.out) + first * a.out_stride;
    const auto problem_of = [&](std::uint32_t f) {
      return static_cast<std::uint32_t>(f * a.reciprocal >> 32);  // f / count: both are below 2^16
    };
    const bool wide_in = !a.repeat && (problems == 1 || a.in_stride == count) && tile::is_wide(in, valid);
    const bool wide_out = (problems == 1 || a.out_stride == count) && tile::is_wide(out, valid);
    const auto element_in_problem = [&](int thread, int row) {
      const std::uint32_t f = tile::group_of(thread, row) * width;
      return f - problem_of(f) * count;
    };
    // Called for i = 0, 1, ...: whether element i of the group is the first of a problem. Element 0 of the
    // group is element `at`.
    const auto next_is_start = [&](std::uint32_t& at) {
      const bool start = at == 0;
      at = at + 1 == count ? 0 : at + 1;
      return start;
    };

    per_thread<Block, T> element[rows * width], value[rows], before[rows];
    per_thread<Block, bool> starts[rows];
    block.warp_phase([&](int thread) {
      load_tile<tile, Operator, Block>(thread, element, in, valid, wide_in, a.flip, [&](std::uint32_t f) {
        const std::uint32_t problem = problem_of(f);
        return a.repeat ? std::uint64_t{0} : problem * a.in_stride + (f - problem * count);
      });
      unroll<rows>([&](auto row) {
        std::uint32_t at = element_in_problem(thread, row);
        T since = Operator::identity();
        bool any = false;
        unroll<width>([&](auto i) {
          const bool start = next_is_start(at);
          const T& x = element[row * width + i][thread];
          since = start ? x : combine(since, x);
          any = any || start;
        });
        value[row][thread] = since;
        starts[row][thread] = any;
      });
    });

    per_thread<Block, std::uint32_t> start_lanes[rows];
    per_thread<Block, int> segment[rows];
    unroll<rows>([&](auto row) { start_lanes[row] = block.ballot(starts[row]); });
    block.warp_phase([&](int thread) {
      unroll<rows>([&](auto row) {
        const std::uint32_t up_to_mine = ~0u >> (31 - thread % warp_threads);
        const std::uint32_t below = start_lanes[row][thread] & up_to_mine;
        segment[row][thread] = below == 0 ? 0 : 31 - leading_zeros(below);
      });
    });
    warp_segmented_scan<Pattern>(
        block, value, [&](int thread, int row) { return segment[row][thread]; }, combine);
    unroll<rows>([&](auto row) {
      before[row] = block.shuffle_up(value[row], 1);
      value[row] = block.broadcast(value[row], warp_threads - 1);
    });
    // `before` becomes the sum of the warp's elements before the group, since the last start. Bit `row` of
    // `settled` says that there is a start among them, so the preceding warps do not matter.
    per_thread<Block, std::uint32_t> settled;
    block.phase([&](int thread) {
      const int lane = thread % warp_threads;
      T running = Operator::identity();
      bool any = false;
      settled[thread] = 0;
      unroll<rows>([&](auto row) {
        const std::uint32_t start_lane = start_lanes[row][thread];
        const bool start_in_row = (start_lane & ((1u << lane) - 1)) != 0;
        if (!start_in_row) before[row][thread] = lane == 0 ? running : combine(running, before[row][thread]);
        settled[thread] |= std::uint32_t{any || start_in_row} << row;
        running = start_lane != 0 ? value[row][thread] : combine(running, value[row][thread]);
        any = any || start_lane != 0;
      });
      if (lane != 0) return;
      shared.since_start[thread / warp_threads] = running;
      shared.has_start[thread / warp_threads] = any;
    });
    block.warp_phase([&](int thread) {
      T carry = Operator::identity();
      unroll<tile::warps>([&](auto warp) {
        if (warp < thread / warp_threads)
          carry =
              shared.has_start[warp] ? shared.since_start[warp] : combine(carry, shared.since_start[warp]);
      });
      unroll<rows>([&](auto row) {
        T running = before[row][thread];
        if ((settled[thread] >> row & 1) == 0) running = combine(carry, running);
        std::uint32_t at = element_in_problem(thread, row);
        unroll<width>([&](auto i) {
          T& x = element[row * width + i][thread];
          const T earlier = next_is_start(at) ? Operator::identity() : running;
          running = combine(earlier, x);
          x = a.exclusive ? earlier : running;
        });
        store_row<tile, Operator, Block>(thread, row, element, out, valid, wide_out, a.flip,
                                         [&](std::uint32_t f) {
                                           const std::uint32_t problem = problem_of(f);
                                           return problem * a.out_stride + (f - problem * count);
                                         });
      });
    });
  }
};

}  // namespace gbi::kernels
