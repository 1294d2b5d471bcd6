/// \file
/// a b + c by convolution columns, carries included, in one launch and without workspace: launches dominate
/// the time of products of a few thousand limbs. Nothing has to be cleared, no column sum goes through
/// memory, and carries need no atomics.
///
/// A warp takes two neighbouring chunk columns (warp_columns.hpp). A block takes the columns of its tile and,
/// as the first column of its first warp, the one below. The tile uses the addend of that column for the next
/// one. The only other thing that can arrive from below is a carry through the second limb of that column,
/// and only if this limb is all ones, once in 2^64 random limbs. Then the tile asks the tiles before it
/// (settle_columns.hpp). So blocks hardly ever wait, and one eighth of the columns is computed twice.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits, minus the omitted columns, and a seventh
/// more. Reads 8 bytes per limb of c and writes 8 per limb of the result; a and b come from the cache.
#pragma once

#include <type_traits>

#include "kernels/convolution/settle_columns.hpp"
#include "kernels/convolution/warp_columns.hpp"

namespace gbi::kernels {

/// \tparam Halved as in the arguments.
template <bool Halved>
struct column_sum_kernel {
  using arguments = column_sum_arguments;
  static constexpr int threads = 128;  // short products have few blocks
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool in_order = true;
  static constexpr bool repairs = !Halved;
  static constexpr int columns = threads / warp_threads * warp_columns::columns;
  static constexpr int limbs = chunk_limbs * (columns - 1);  ///< of a tile
  static_assert(limbs == column_sum_tile_limbs(column_form::digits));

  struct shared_memory {
    limb words[chunk_limbs * columns];
    limb addends[columns + 1];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const tile_position at = tile_position::of(block);
    const std::conditional_t<Halved, warp_columns::halved_operand, warp_columns::operand> a(args.a,
                                                                                            at.problem);
    const warp_columns::operand b(args.b, at.problem);
    // The limb of the sum at which the block's first column starts, two below the tile.
    const std::uint64_t first = first_limb_of_sum(args.skip) + std::uint64_t{at.tile} * limbs - chunk_limbs;
    const auto column_of_thread = [&](int thread) { return thread / warp_threads * warp_columns::columns; };
    per_thread<Block, column_value> value = warp_columns::values(block, a, b, [&](int thread) {
      return static_cast<int>(static_cast<std::int64_t>(first) / chunk_limbs) + column_of_thread(thread);
    });
    block.phase([&](int thread) {
      if (thread == 0 && at.tile == 0) args.sign.obey();
      if (!warp_columns::is_first(thread)) return;
      const int column = column_of_thread(thread) + warp_columns::column_of(thread);
      const std::uint64_t i = first + static_cast<std::uint32_t>(chunk_limbs * column);
      value[thread].add({{column_addend(args, at.problem, i), column_addend(args, at.problem, i + 1), 0}});
      if (i == args.skip) value[thread].add({{args.bias, 0, 0}});
      if (i + 1 == args.skip) value[thread].add({{0, args.bias, 0}});
      shared.words[chunk_limbs * column] = value[thread].part[0];
      shared.words[chunk_limbs * column + 1] = value[thread].part[1];
      shared.addends[column + 1] = value[thread].part[2];
    });
    block.first_warp([&](auto& warp) {
      settle_columns<limbs>(
          warp, args, at, first + chunk_limbs, at.tile != 0 && shared.words[1] == ~limb{0},
          [&](int i) { return shared.words[chunk_limbs + i]; },
          [&](int i) {
            const bool has_addend = i % chunk_limbs == 0 && (i != 0 || at.tile != 0);
            return has_addend ? shared.addends[1 + i / chunk_limbs] : 0;
          });
    });
  }
};

}  // namespace gbi::kernels
