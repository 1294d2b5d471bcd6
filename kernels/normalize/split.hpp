/// \file
/// Phase 1 of the normalisation: converts coefficients to two limbs per position, whose sum is the number.
///
/// The coefficients of a tile pass through shared memory in stages. Neighbouring threads read them in whole
/// lines. Then the threads of the limb columns to which they belong add them up (column.hpp). A column has
/// two or three words, all but the lowest of which belong to the positions above:
///
///     position l:   low_l + middle_(l-1)                for coefficients of 64 bits,
///                   low_l + middle_(l-1) + top_(l-2)    for coefficients of 96 bits.
///
/// Two limbs and a carry make a carry of at most 1, as the look-ahead requires. Three limbs can make a carry
/// of 2. So three limbs are first added without an incoming carry: the low limb of the sum stays, and its
/// carry (0 to 2) becomes the second limb of the position above. For this, every position repeats the sum
/// below it, which costs two more columns before the tile but no further exchange.
///
/// Source of carry-save addition: C. S. Wallace, "A suggestion for a fast multiplier", IEEE Trans. EC-13
/// (1964).
#pragma once

#include "kernels/model/unroll.hpp"
#include "kernels/normalize/column.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/tile.hpp"

namespace gbi::kernels {

/// The place of element i in a shared-memory array that is read with power-of-two strides. There is one
/// element of padding per line of all banks (128 bytes).
template <class T>
GBI_BOTH constexpr std::uint32_t padded(std::uint32_t i) {
  return i + i / (128 / sizeof(T));
}

template <bool Wide, int Threads = carry_tile_threads>
struct split_memory {
  static constexpr std::uint32_t halo = Wide ? 3 : 1;  ///< positions needed before a position
  /// Coefficients per thread and stage. With 8, 256 threads would not hold 1024 limbs and a halo. With 5,
  /// 1024 threads hold the coefficients of a tile for digits of 13 bits or more.
  static constexpr int loads = Threads == carry_tile_threads ? 9 : 5;
  static constexpr std::uint32_t stage = loads * Threads;
  static constexpr std::uint32_t positions = carry_tile_limbs + 1 + halo;  ///< of a tile and its halo_limb

  limb coefficients[padded<limb>(stage)];
  std::int32_t upper[Wide ? padded<std::int32_t>(stage) : 1];
  limb low[positions], middle[positions];
  std::uint32_t top[Wide ? positions : 1];
};

/// Copies `count` of the tile's coefficients, from `first` on, to shared memory. A thread issues all its
/// loads before the first store.
template <bool Wide, class Block, class Tile>
GBI_DEVICE void load_stage(Block& block, split_memory<Wide, Block::threads>& shared,
                           const normalize_arguments& a, const Tile& tile, std::uint32_t first,
                           std::uint32_t count) {
  constexpr int loads = split_memory<Wide, Block::threads>::loads;
  block.phase([&](int thread) {
    limb lower[loads];
    std::int32_t upper[loads];
    const int from = static_cast<int>(first) + thread, left = static_cast<int>(count) - thread;
    unroll<loads>([&](auto i) {
      const int at = from + i * Block::threads;
      const bool exists = i * Block::threads < left && tile.has_coefficient(at);
      lower[i] = exists ? static_cast<limb>(tile.coefficient(a.coefficients, at)) : 0;
      if constexpr (Wide) upper[i] = exists ? tile.coefficient(a.upper, at) : 0;
    });
    // Padding is additive, because a row of threads is a whole number of lines.
    const auto t = static_cast<std::uint32_t>(thread);
    unroll<loads>([&](auto i) {
      constexpr auto row = static_cast<std::uint32_t>(i * Block::threads);
      shared.coefficients[padded<limb>(t) + padded<limb>(row)] = lower[i];
      if constexpr (Wide) shared.upper[padded<std::int32_t>(t) + padded<std::int32_t>(row)] = upper[i];
    });
  });
}

/// The column of a position. Shared memory holds its coefficients, starting with coefficient `first`.
template <bool Wide, int Threads, class Tile>
GBI_DEVICE limb_column column_of(const split_memory<Wide, Threads>& shared, const normalize_arguments& a,
                                 const Tile& tile, std::uint32_t position, std::uint32_t first) {
  column_sum<Wide> sum;
  const first_digit digit = tile.first_digit_of(position);
  std::uint32_t i = digit.coefficient - first;
  for (std::uint32_t offset = digit.offset; offset < limb_bits; offset += a.digit_bits, ++i) {
    if constexpr (Wide)
      sum.add(shared.coefficients[padded<limb>(i)], shared.upper[padded<std::int32_t>(i)], offset);
    else
      sum.add(shared.coefficients[padded<limb>(i)], offset);
  }
  return sum.biased(tile.place_of(position));
}

/// Leaves the columns of all positions of a tile in shared memory.
template <bool Wide, class Block, class Tile>
GBI_DEVICE void split_columns(Block& block, split_memory<Wide, Block::threads>& shared,
                              const normalize_arguments& a, const Tile& tile, std::uint32_t stage_positions) {
  for (std::uint32_t begin = 0; begin < tile.positions(); begin += stage_positions) {
    const std::uint32_t left = tile.positions() - begin;
    const std::uint32_t end = begin + (left < stage_positions ? left : stage_positions);
    const std::uint32_t first = tile.first_digit_of(begin).coefficient;
    const std::uint32_t last = tile.first_digit_of(end).coefficient;
    load_stage<Wide>(block, shared, a, tile, first, last - first);
    block.phase([&](int thread) {
      for (std::uint32_t i = begin + static_cast<std::uint32_t>(thread); i < end; i += Block::threads) {
        const limb_column column = column_of(shared, a, tile, i, first);
        shared.low[i] = column.low;
        shared.middle[i] = column.middle;
        if constexpr (Wide) shared.top[i] = column.top;
      }
    });
  }
}

/// Sum and carry of the three words of 96-bit columns that meet at a position.
template <int Threads>
GBI_DEVICE limb_pair carry_save(const split_memory<true, Threads>& shared, std::uint32_t position) {
  const wide_limb sum =
      static_cast<wide_limb>(shared.low[position]) + shared.middle[position - 1] + shared.top[position - 2];
  return {low_limb(sum), high_limb(sum)};
}

/// The two limbs to add at a position that has `halo` positions before it.
template <bool Wide, int Threads>
GBI_DEVICE limb_pair split_limbs(const split_memory<Wide, Threads>& shared, std::uint32_t position) {
  if (position < split_memory<Wide, Threads>::halo) __builtin_unreachable();
  if constexpr (Wide)
    return {carry_save(shared, position).a, carry_save(shared, position - 1).b};
  else
    return {shared.low[position], shared.middle[position - 1]};
}

}  // namespace gbi::kernels
