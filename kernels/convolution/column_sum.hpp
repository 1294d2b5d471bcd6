/// \file
/// a b + c by convolution columns, carries included, in one launch and without workspace: launches dominate
/// the time of products of some thousand limbs. Nothing has to be cleared, no column sum goes through memory,
/// and carries need no atomics.
///
/// A warp takes two neighbouring chunk columns (warp_columns.hpp). A block takes those of its tile and, as
/// the first column of its first warp, the one below. From that one the tile uses the addend for the next
/// column. The only other thing that can arrive from below is a carry through the second limb of that column,
/// and only if this limb is all ones, once in 2^64 random limbs. Then the tile asks the tiles before it
/// (lookahead.hpp). So blocks hardly ever wait, and one eighth of the columns is computed twice.
///
/// Cost: n m / 2^10 multiply-adds of 32 x 32 bits for n x m bits, less the columns that are left out, and a
/// seventh more. Reads 8 bytes per limb of c and writes 8 per limb of the result; a and b come from the
/// cache.
#pragma once

#include <type_traits>

#include "kernels/convolution/arguments.hpp"
#include "kernels/convolution/warp_columns.hpp"
#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

/// \tparam Halved as in the arguments.
template <bool Halved>
struct column_sum_kernel {
  using arguments = column_sum_arguments;
  static constexpr int threads = 128;  // short products have few blocks
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool in_order = true;
  static constexpr bool repairs = true;
  static constexpr int columns = threads / warp_threads * warp_columns::columns;
  static constexpr int limbs = chunk_limbs * (columns - 1);  ///< of a tile
  static_assert(limbs == column_sum_tile_limbs && limbs <= warp_threads);

  struct shared_memory {
    limb words[chunk_limbs * columns];
    limb addends[columns + 1];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const tile_position at = tile_position::of(block);
    const std::conditional_t<Halved, warp_columns::halved_operand, warp_columns::operand> a(args.a, at.problem);
    const warp_columns::operand b(args.b, at.problem);
    // The limb of the sum where the block's first column begins, two below the tile.
    const std::uint64_t first = first_limb_of_sum(args.skip) + std::uint64_t{at.tile} * limbs - chunk_limbs;
    const auto column_of_thread = [&](int thread)
                                      GBI_INLINE { return thread / warp_threads * warp_columns::columns; };
    per_thread<Block, column_value> value = warp_columns::values(block, a, b, [&](int thread) GBI_INLINE {
      return static_cast<int>(static_cast<std::int64_t>(first) / chunk_limbs) + column_of_thread(thread);
    });
    block.phase([&](int thread) GBI_INLINE {
      if (thread == 0 && at.tile == 0 && args.sign.result != nullptr)
        *args.sign.result = *args.sign.a ^ *args.sign.b;
      if (!warp_columns::is_first(thread)) return;
      const int column = column_of_thread(thread) + warp_columns::column_of(thread);
      const std::uint64_t i = first + static_cast<std::uint32_t>(chunk_limbs * column);
      value[thread].add({{addend(args, at.problem, i), addend(args, at.problem, i + 1), 0}});
      if (i == args.skip) value[thread].add({{args.bias, 0, 0}});
      if (i + 1 == args.skip) value[thread].add({{0, args.bias, 0}});
      shared.words[chunk_limbs * column] = value[thread].part[0];
      shared.words[chunk_limbs * column + 1] = value[thread].part[1];
      shared.addends[column + 1] = value[thread].part[2];
    });
    block.first_warp([&](auto& warp) GBI_INLINE { settle(warp, shared, args, at, first + chunk_limbs); });
  }

 private:
  /// Limb i of c.
  GBI_DEVICE static limb addend(const arguments& args, std::uint32_t problem, std::uint64_t i) {
    const std::uint64_t place = i - args.c_at;  // wraps around to a huge index in front of c
    const limb found = place < args.c.count ? args.c.limbs[problem * args.c.stride + place] : 0;
    return args.negated ? ~found : found;
  }

  /// Settles the carries of a tile with one warp. \param begin the tile's first limb
  template <class Warp>
  GBI_DEVICE static void settle(Warp& warp, shared_memory& shared, const arguments& args, tile_position at,
                                std::uint64_t begin) {
    per_thread<Warp, limb> sum;
    per_thread<Warp, bool> generates, propagates;
    warp.phase([&](int lane) GBI_INLINE {
      const bool has_limb = lane < limbs;
      const limb word = has_limb ? shared.words[chunk_limbs + lane] : ~limb{0};  // passes carries on
      const bool has_addend = has_limb && lane % chunk_limbs == 0 && (lane != 0 || at.tile != 0);
      const limb addend = has_addend ? shared.addends[1 + lane / chunk_limbs] : 0;
      sum[lane] = word + addend;
      generates[lane] = sum[lane] < word;
      propagates[lane] = sum[lane] == ~limb{0};
    });
    const per_thread<Warp, std::uint32_t> g = warp.ballot(generates), p = warp.ballot(propagates);
    const auto carry_out = [&](bool in) GBI_INLINE {
      return (arriving(g[0], p[0], in) >> warp_threads & 1) != 0 ? tile_carry::generate : tile_carry::kill;
    };
    bool in = false;
    if (at.tile != 0 && shared.words[1] == ~limb{0}) {
      const tile_carry own = p[0] == ~0u ? tile_carry::propagate : carry_out(false);
      warp.phase([&](int lane) GBI_INLINE {
        if (lane == 0) publish_state(warp, args.chain, at, own);
      });
      in = look_back(warp, args.chain.states + std::uint64_t{at.problem} * args.chain.tiles, args.chain.epoch,
                     at.tile) == tile_carry::generate;
    }
    const std::uint64_t arrive = arriving(g[0], p[0], in);
    limb* out = args.out.limbs + at.problem * args.out.stride;
    warp.phase([&](int lane) GBI_INLINE {
      if (lane == 0 && args.chain.tiles > 1) publish_state(warp, args.chain, at, carry_out(in));
      const limb found = sum[lane] + (arrive >> lane & 1);
      const std::uint64_t j = begin + static_cast<std::uint32_t>(lane) - args.skip;
      if (lane < limbs && j < args.out.count) out[j] = args.negated ? ~found : found;
    });
  }
};

}  // namespace gbi::kernels
