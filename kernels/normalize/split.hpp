/// \file
/// Phase 1 of the normalisation: coefficients become two limbs a position, whose sum is the number.
///
/// The coefficients of a tile pass through shared memory in stages: read in whole lines by neighbouring
/// threads, then summed up by the threads of the columns to which they belong (column.hpp). Columns are
/// two or three words, of which all but the lowest belong to the positions above:
///
///     position l:   low_l + middle_(l-1)                of coefficients of 64 bits,
///                   low_l + middle_(l-1) + top_(l-2)    of 96 bits.
///
/// Two limbs and a carry make a carry of at most 1, which is what the look-ahead needs. Three limbs can make
/// a carry of 2. So three are added without carry first: the sum's low limb stays, what it carries (0 to 2)
/// becomes the second limb of the position above. Every position redoes the sum below it for that, which
/// costs two more columns in front of the tile and no further exchange.
///
/// Source of carry-save addition: C. S. Wallace, "A suggestion for a fast multiplier", IEEE Trans. EC-13
/// (1964).
#pragma once

#include "kernels/model/read_only.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/normalize/column.hpp"
#include "kernels/normalize/lookahead.hpp"
#include "kernels/normalize/tile.hpp"

namespace gbi::kernels {

/// Index of element i of an array in shared memory that is read with strides of a power of two: one element
/// in a line of all banks (128 bytes) is padding.
template <class T>
GBI_BOTH constexpr std::uint32_t padded(std::uint32_t i) {
  return i + i / (128 / sizeof(T));
}

template <bool Wide>
struct split_memory {
  static constexpr std::uint32_t halo = Wide ? 3 : 1;
  static constexpr int loads =
      9;  ///< coefficients of a thread in a stage; 8 do not hold 1024 limbs and a halo
  static constexpr std::uint32_t stage = loads * carry_tile_threads;
  static constexpr std::uint32_t positions = carry_tile_limbs + halo;

  limb coefficients[padded<limb>(stage)];
  std::int32_t upper[Wide ? padded<std::int32_t>(stage) : 1];
  limb low[positions], middle[positions];
  std::uint32_t top[Wide ? positions : 1];
};

/// The tile's coefficients from `first` on, `count` of them, to shared memory. All loads of a thread are
/// under way before the first of them is stored.
template <bool Wide, class Block>
GBI_DEVICE void load_stage(Block& block, split_memory<Wide>& shared, const normalize_arguments& a,
                           const position_tile& tile, std::uint32_t first, std::uint32_t count) {
  constexpr int loads = split_memory<Wide>::loads;
  block.phase([&](int thread) GBI_INLINE {
    limb lower[loads];
    std::int32_t upper[loads];
    unroll<loads>([&](auto i) GBI_INLINE {
      const auto at = static_cast<std::uint32_t>(i * carry_tile_threads + thread);
      const position_tile::source source = tile.source_of(first + at);
      const bool exists = at < count && static_cast<std::uint64_t>(source.index) < a.coefficient_count;
      const std::uint64_t index =
          source.problem * a.coefficient_stride + static_cast<std::uint64_t>(source.index);
      lower[i] = exists ? static_cast<limb>(read_only(a.coefficients + index)) : 0;
      if constexpr (Wide) upper[i] = exists ? read_only(a.upper + index) : 0;
    });
    unroll<loads>([&](auto i) GBI_INLINE {
      const auto at = static_cast<std::uint32_t>(i * carry_tile_threads + thread);
      shared.coefficients[padded<limb>(at)] = lower[i];
      if constexpr (Wide) shared.upper[padded<std::int32_t>(at)] = upper[i];
    });
  });
}

/// Column of a position whose coefficients are in shared memory, where the one with number `first` is the
/// first.
template <bool Wide>
GBI_DEVICE limb_column column_of(const split_memory<Wide>& shared, const normalize_arguments& a,
                                 const position_tile& tile, position_tile::place at, std::uint32_t first) {
  column_sum<Wide> sum;
  const position_tile::digit digit = tile.first_digit_of(at);
  std::uint32_t i = digit.coefficient - first;
  for (std::uint32_t offset = digit.offset; offset < limb_bits; offset += a.digit_bits, ++i) {
    if constexpr (Wide)
      sum.add(shared.coefficients[padded<limb>(i)], shared.upper[padded<std::int32_t>(i)], offset);
    else
      sum.add(shared.coefficients[padded<limb>(i)], offset);
  }
  const std::int64_t l = tile.limb_of(at);
  return sum.biased(l < 0 ? column_place::below : l == 0 ? column_place::lowest : column_place::inner);
}

/// Leaves the columns of all positions of a tile in shared memory.
template <bool Wide, class Block>
GBI_DEVICE void split_columns(Block& block, split_memory<Wide>& shared, const normalize_arguments& a,
                              const position_tile& tile, std::uint32_t stage_positions) {
  for (std::uint32_t begin = 0; begin < tile.positions(); begin += stage_positions) {
    const std::uint32_t left = tile.positions() - begin;
    const std::uint32_t end = begin + (left < stage_positions ? left : stage_positions);
    const std::uint32_t first = tile.first_digit_of(tile.place_of(begin)).coefficient;
    const std::uint32_t last = tile.first_digit_of(tile.place_of(end)).coefficient;
    load_stage<Wide>(block, shared, a, tile, first, last - first);
    block.phase([&](int thread) GBI_INLINE {
      for (std::uint32_t i = begin + static_cast<std::uint32_t>(thread); i < end; i += carry_tile_threads) {
        const limb_column column = column_of<Wide>(shared, a, tile, tile.place_of(i), first);
        shared.low[i] = column.low;
        shared.middle[i] = column.middle;
        if constexpr (Wide) shared.top[i] = column.top;
      }
    });
  }
}

/// Sum and carry of the three words of 96-bit columns that meet at a position.
GBI_DEVICE limb_pair carry_save(const split_memory<true>& shared, std::uint32_t position) {
  const wide_limb sum =
      static_cast<wide_limb>(shared.low[position]) + shared.middle[position - 1] + shared.top[position - 2];
  return {low_limb(sum), high_limb(sum)};
}

/// The two limbs that remain to be added at a position behind the halo.
template <bool Wide>
GBI_DEVICE limb_pair split_limbs(const split_memory<Wide>& shared, std::uint32_t position) {
  if constexpr (Wide)
    return {carry_save(shared, position).a, carry_save(shared, position - 1).b};
  else
    return {shared.low[position], shared.middle[position - 1]};
}

}  // namespace gbi::kernels
