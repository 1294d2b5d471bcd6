/// \file
/// A tile: the elements that a block holds in registers at once, and their loads and stores.
///
/// Each warp has a contiguous piece of the tile, `rows` rows of it. In a row, lane l holds the l-th group of
/// 16 bytes:
///
///            lane 0       lane 1      ...  lane 31
///   row 0    0 1 2 3      4 5 6 7     ...  124 ... 127       (elements of 4 bytes)
///   row 1    128 ... 131  132 ... 135 ...  252 ... 255
///
/// So every access is coalesced and 16 bytes wide without an exchange through shared memory. The cost is a
/// warp scan per row instead of one per thread. The shuffle unit needs less time for it than two passes
/// through shared memory would take, and the scans of the rows overlap.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/scan/arguments.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/scan/thread_scan.hpp"
#include "kernels/scan/warp_scan.hpp"

namespace gbi::kernels {

template <class T, int Threads, int PerThread>
struct scan_tile {
  static constexpr int width = 16 % sizeof(T) == 0 ? static_cast<int>(16 / sizeof(T)) : 1;
  static_assert(PerThread % width == 0 && Threads % warp_threads == 0);
  static constexpr int rows = PerThread / width;
  static constexpr int warps = Threads / warp_threads;
  static constexpr std::uint32_t elements = Threads * PerThread;

  struct alignas(width == 1 ? alignof(T) : 16) group {
    T element[width];
  };

  /// The number of blocks for which a multiprocessor has enough registers (64 Ki). A thread keeps its
  /// elements, a value for each row, and `others`.
  static constexpr int blocks_per_multiprocessor(int others) {
    const int registers = (PerThread + rows) * static_cast<int>(sizeof(T) / 4) + others;
    const int blocks = 65536 / (Threads * registers);
    return blocks < 1 ? 1 : blocks;
  }

  /// The place in the tile of a thread's group in a row, counted in groups.
  GBI_BOTH static constexpr std::uint32_t group_of(int thread, int row) {
    return static_cast<std::uint32_t>((thread / warp_threads * rows + row) * warp_threads +
                                      thread % warp_threads);
  }

  /// Whether the first `valid` elements of a tile at this address can be accessed in whole groups.
  GBI_BOTH static bool is_wide(const void* address, std::uint32_t valid) {
    return reinterpret_cast<std::uintptr_t>(address) % alignof(group) == 0 && valid % width == 0;
  }
};

template <class T, int Threads, int PerThread, int OtherRegisters>
using scan_kernel = kernel<scan_arguments, Threads,
                           scan_tile<T, Threads, PerThread>::blocks_per_multiprocessor(OtherRegisters)>;

/// Loads the first `valid` elements at `in` into the thread's registers; further ones are the identity.
/// Element f is in[address(f)]. `wide` promises address(f) = f and whole groups.
template <class Tile, class Operator, class Block, class T, int PerThread, class Address>
GBI_DEVICE void load_tile(int thread, per_thread<Block, T> (&element)[PerThread], const T* in,
                          std::uint32_t valid, bool wide, std::uint64_t flip_bits, Address&& address) {
  using group = typename Tile::group;
  if (wide) {
    // All loads come first, then everything that depends on them, so that the loads overlap. For a group that
    // does not exist, the first group is read, which needs no branch.
    group loaded[Tile::rows];
    const auto is_there = [&](auto row) { return Tile::group_of(thread, row) * Tile::width < valid; };
    unroll<Tile::rows>([&](auto row) {
      loaded[row] = reinterpret_cast<const group*>(in)[is_there(row) ? Tile::group_of(thread, row) : 0];
    });
    unroll<PerThread>([&](auto i) {
      constexpr int row = i / Tile::width;
      element[i][thread] = is_there(std::integral_constant<int, row>{})
                               ? flip<Operator>(loaded[row].element[i % Tile::width], flip_bits)
                               : Operator::identity();
    });
  } else {
    unroll<PerThread>([&](auto i) {
      const std::uint32_t at = Tile::group_of(thread, i / Tile::width) * Tile::width + i % Tile::width;
      element[i][thread] = at < valid ? flip<Operator>(in[address(at)], flip_bits) : Operator::identity();
    });
  }
}

/// Stores a row of the thread's registers to out; the counterpart of load_tile.
template <class Tile, class Operator, class Block, class T, int PerThread, class Address>
GBI_DEVICE void store_row(int thread, auto row, const per_thread<Block, T> (&element)[PerThread], T* out,
                          std::uint32_t valid, bool wide, std::uint64_t flip_bits, Address&& address) {
  typename Tile::group group;
  unroll<Tile::width>(
      [&](auto i) { group.element[i] = flip<Operator>(element[row * Tile::width + i][thread], flip_bits); });
  const std::uint32_t at = Tile::group_of(thread, row);
  if (wide) {
    if (at * Tile::width < valid) reinterpret_cast<typename Tile::group*>(out)[at] = group;
  } else {
    unroll<Tile::width>([&](auto i) {
      if (at * Tile::width + i < valid) out[address(at * Tile::width + i)] = group.element[i];
    });
  }
}

/// A tile in registers while it is scanned.
template <class Block, class T, class Tile>
struct tile_registers {
  per_thread<Block, T> element[Tile::rows * Tile::width];
  /// The sum of the warp's elements before a thread's group in a row; not set for the very first group.
  per_thread<Block, T> before[Tile::rows];
};

/// Element i of a thread's group in a row.
template <class Tile, class Elements>
GBI_DEVICE auto group_elements(Elements& element, int thread, auto row) {
  return [&element, thread ](auto i) -> auto& {
    return element[decltype(row)::value * Tile::width + decltype(i)::value][thread];
  };
}

/// Loads a tile, scans the pieces of its warps, and leaves their totals in warp_total.
template <class Tile, scan_pattern Pattern, class Operator, class Block, class T>
GBI_DEVICE void load_and_scan_rows(Block& block, tile_registers<Block, T, Tile>& registers,
                                   T (&warp_total)[Tile::warps], const T* in, std::uint32_t valid,
                                   bool repeat, std::uint64_t flip_bits) {
  const Operator combine;
  const bool wide = !repeat && Tile::is_wide(in, valid);
  per_thread<Block, T> row_sum[Tile::rows];
  block.warp_phase([&](int thread) {
    load_tile<Tile, Operator, Block>(thread, registers.element, in, valid, wide, flip_bits,
                                     [&](std::uint32_t f) { return repeat ? 0 : f; });
    unroll<Tile::rows>([&](auto row) {
      row_sum[row][thread] =
          thread_reduce<Tile::width>(group_elements<Tile>(registers.element, thread, row), combine);
    });
  });
  warp_inclusive_scan<Pattern>(block, row_sum, combine);
  unroll<Tile::rows>([&](auto row) {
    registers.before[row] = block.shuffle_up(row_sum[row], 1);
    row_sum[row] = block.broadcast(row_sum[row], warp_threads - 1);
  });
  block.phase([&](int thread) {
    const bool first_lane = thread % warp_threads == 0;
    T running = row_sum[0][thread];
    unroll<Tile::rows - 1>([&](auto i) {
      T& before = registers.before[i + 1][thread];
      before = first_lane ? running : combine(running, before);
      running = combine(running, row_sum[i + 1][thread]);
    });
    if (first_lane) warp_total[thread / warp_threads] = running;
  });
}

/// The last step: scans and stores the tile. `start` is the sum of everything before this warp's piece.
template <class Tile, class Operator, class Block, class T>
GBI_DEVICE void scan_and_store(int thread, tile_registers<Block, T, Tile>& registers, const T& start, T* out,
                               std::uint32_t valid, bool wide, bool exclusive, std::uint64_t flip_bits) {
  const Operator combine;
  unroll<Tile::rows>([&](auto row) {
    const bool first_group = row == 0 && thread % warp_threads == 0;
    const T mine = first_group ? start : combine(start, registers.before[row][thread]);
    thread_scan<Tile::width>(mine, group_elements<Tile>(registers.element, thread, row), exclusive, combine);
    store_row<Tile, Operator, Block>(thread, row, registers.element, out, valid, wide, flip_bits,
                                     [](std::uint32_t f) { return f; });
  });
}

}  // namespace gbi::kernels
