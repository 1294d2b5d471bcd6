/// \file
/// The end of a sum by columns: one warp of a block resolves the carries of the block's limbs.
///
/// Every limb is the sum of a word, an addend from the column below and a carry. The block has also computed
/// the limb below its own, so it knows the first addend. The only other thing that can arrive is a carry out
/// of that limb, if the limb is all ones up to the size of an addend. Then the tile asks the tiles before it
/// (lookahead.hpp).
#pragma once

#include "kernels/convolution/arguments.hpp"
#include "kernels/normalize/lookahead.hpp"

namespace gbi::kernels {

/// Limb i of c, or of its complement.
GBI_DEVICE limb column_addend(const column_sum_arguments& args, std::uint32_t problem, std::uint64_t i) {
  const std::uint64_t place = i - args.c_at;  // wraps around to a huge index before c
  const limb found = place < args.c.count ? args.c.limbs[problem * args.c.stride + place] : 0;
  return args.negated ? ~found : found;
}

/// \tparam Limbs of a tile.
/// \param begin the tile's first limb \param asks whether the limb below may generate a carry
/// \param word_of word_of(i) is word i of the tile. \param addend_of the same for addends
template <int Limbs, class Warp, class WordOf, class AddendOf>
GBI_DEVICE void settle_columns(Warp& warp, const column_sum_arguments& args, tile_position at,
                               std::uint64_t begin, bool asks, WordOf&& word_of, AddendOf&& addend_of) {
  constexpr int rows = (Limbs + warp_threads - 1) / warp_threads;
  per_thread<Warp, limb> sum[rows];
  per_thread<Warp, bool> generates[rows], propagates[rows];
  warp.phase([&](int lane) {
    unroll<rows>([&](auto row) {
      const int i = warp_threads * row + lane;
      const limb word = i < Limbs ? word_of(i) : ~limb{0};  // propagates carries
      sum[row][lane] = word + (i < Limbs ? addend_of(i) : 0);
      generates[row][lane] = sum[row][lane] < word;
      propagates[row][lane] = sum[row][lane] == ~limb{0};
    });
  });
  std::uint32_t g[rows], p[rows], all = ~0u;
  unroll<rows>([&](auto row) {
    g[row] = warp.ballot(generates[row])[0];
    p[row] = warp.ballot(propagates[row])[0];
    all &= p[row];
  });
  const auto carry_out = [&](bool in) {
    unroll<rows>([&](auto row) { in = (arriving(g[row], p[row], in) >> warp_threads & 1) != 0; });
    return in ? tile_carry::generate : tile_carry::kill;
  };
  bool in = false;
  if (asks) {
    const tile_carry own = all == ~0u ? tile_carry::propagate : carry_out(false);
    warp.phase([&](int lane) {
      if (lane == 0) publish_state(warp, args.chain, at, own);
    });
    in = look_back(warp, args.chain.states + std::uint64_t{at.problem} * args.chain.tiles, args.chain.epoch,
                   at.tile) == tile_carry::generate;
  }
  limb* out = args.out.limbs + at.problem * args.out.stride;
  warp.phase([&](int lane) {
    if (lane == 0 && args.chain.tiles > 1) publish_state(warp, args.chain, at, carry_out(in));
    bool into = in;
    unroll<rows>([&](auto row) {
      const std::uint64_t arrive = arriving(g[row], p[row], into);
      into = (arrive >> warp_threads & 1) != 0;
      const int i = warp_threads * row + lane;
      const limb found = sum[row][lane] + (arrive >> lane & 1);
      const std::uint64_t j = begin + static_cast<std::uint32_t>(i) - args.skip;
      if (i < Limbs && j < args.out.count) out[j] = args.negated ? ~found : found;
    });
  });
}

}  // namespace gbi::kernels
