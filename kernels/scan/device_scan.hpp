/// \file
/// Scan of problems longer than a tile: in a single pass with look-back, or as a cascade of three kernels.
///
/// Look-back reads and writes every element once. The cascade reads everything twice: the totals of chunks,
/// the scan of the totals (by short_scan_kernel), then the chunks, each started from its total. Its blocks
/// never wait for each other.
#pragma once

#include "kernels/scan/look_back.hpp"
#include "kernels/scan/tile.hpp"

namespace gbi::kernels {

/// The sum of a problem's elements before each warp's piece, and the sum up to the end of the tile. `before`
/// is the sum of the preceding tiles.
template <class T>
struct warp_start {
  T start, end;
};
template <int Warps, class T, class Operator>
GBI_DEVICE warp_start<T> start_of_warp(int warp, const T (&warp_total)[Warps], const T& before,
                                       Operator combine) {
  warp_start<T> result{before, before};
  unroll<Warps>([&](auto i) {
    if (i == warp) result.start = result.end;
    result.end = combine(result.end, warp_total[i]);
  });
  return result;
}

/// The number of existing elements in a tile, which has at least one.
GBI_BOTH std::uint32_t valid_elements(std::uint64_t count, std::uint64_t first, std::uint32_t tile_elements) {
  return count - first < tile_elements ? static_cast<std::uint32_t>(count - first) : tile_elements;
}

template <class T, class Operator, int Threads, int PerThread,
          scan_pattern Pattern = scan_pattern::kogge_stone>
struct look_back_scan_kernel : scan_kernel<T, Threads, PerThread, flips<Operator, T> ? 36 : 28> {
  using tile = scan_tile<T, Threads, PerThread>;
  static constexpr bool in_order = true;
  struct shared_memory {
    T warp_total[tile::warps];
    T before;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const scan_arguments& a) {
    const Operator combine;
    const std::uint32_t problem = block.batch(), at = block.index();
    const std::uint64_t first = std::uint64_t{at} * tile::elements;
    const std::uint32_t valid = valid_elements(a.count, first, tile::elements);
    const T* in = static_cast<const T*>(a.in) + (a.repeat ? 0 : problem * a.in_stride + first);
    T* out = static_cast<T*>(a.out) + problem * a.out_stride + first;

    tile_registers<Block, T, tile> registers;
    load_and_scan_rows<tile, Pattern, Operator>(block, registers, shared.warp_total, in, valid, a.repeat,
                                                a.flip);
    block.first_warp([&](auto& warp) {
      per_thread<std::remove_reference_t<decltype(warp)>, T> aggregate, before;
      warp.phase([&](int lane) {
        aggregate[lane] = thread_reduce<tile::warps>([&](auto i) { return shared.warp_total[i]; }, combine);
      });
      look_back<Pattern, std::remove_reference_t<decltype(warp)>, T>(
          warp, a.chain.words + std::uint64_t{problem} * a.tiles * tile_words<T>::count, a.chain.epoch, at,
          aggregate, before, combine);
      warp.phase([&](int lane) {
        if (lane == 0) shared.before = before[lane];
      });
    });
    const bool wide = tile::is_wide(out, valid);
    block.warp_phase([&](int thread) {
      const T start = start_of_warp(thread / warp_threads, shared.warp_total, shared.before, combine).start;
      scan_and_store<tile, Operator, Block>(thread, registers, start, out, valid, wide, a.exclusive, a.flip);
    });
  }
};

/// Runs over the tiles of a chunk. Computes the chunk's total (Store = false) or its scan, starting from the
/// total of the preceding chunks, which is in a.sums. Repeats no element.
template <class T, class Operator, int Threads, int PerThread, bool Store,
          scan_pattern Pattern = scan_pattern::kogge_stone>
struct chunk_scan_kernel : scan_kernel<T, Threads, PerThread, 28> {
  using tile = scan_tile<T, Threads, PerThread>;
  /// There are two sets, so one barrier per tile suffices: a warp may write the totals of the next tile while
  /// another warp still reads.
  struct shared_memory {
    T warp_total[2][tile::warps];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const scan_arguments& a) {
    const Operator combine;
    const std::uint64_t problem = block.batch();
    T* sum = static_cast<T*>(a.sums) + problem * a.chunks + block.index();
    const T* in = static_cast<const T*>(a.in) + problem * a.in_stride;
    T* out = static_cast<T*>(a.out) + problem * a.out_stride;

    per_thread<Block, T> running;
    block.warp_phase([&](int thread) { running[thread] = Store ? *sum : Operator::identity(); });
    const std::uint32_t begin = block.index() * a.tiles_per_chunk;
    const std::uint32_t end = a.tiles - begin < a.tiles_per_chunk ? a.tiles : begin + a.tiles_per_chunk;
    for (std::uint32_t at = begin; at < end; ++at) {
      const std::uint64_t first = std::uint64_t{at} * tile::elements;
      const std::uint32_t valid = valid_elements(a.count, first, tile::elements);
      T(&warp_total)[tile::warps] = shared.warp_total[at % 2];
      tile_registers<Block, T, tile> registers;
      load_and_scan_rows<tile, Pattern, Operator>(block, registers, warp_total, in + first, valid, false,
                                                  a.flip);
      const bool wide = tile::is_wide(out + first, valid);
      block.warp_phase([&](int thread) {
        const auto [start, next] = start_of_warp(thread / warp_threads, warp_total, running[thread], combine);
        if constexpr (Store)
          scan_and_store<tile, Operator, Block>(thread, registers, start, out + first, valid, wide,
                                                a.exclusive, a.flip);
        running[thread] = next;
      });
    }
    if constexpr (!Store)
      block.warp_phase([&](int thread) {
        if (thread == 0) *sum = running[thread];
      });
  }
};

}  // namespace gbi::kernels
