/// \file
/// A sum or a difference whose result is checked in the launch that computes it.
///
/// When the limbs of a tile are written, the block reads them again, from where other multiprocessors would,
/// and the operands. Every limb must be the sum of its two summands and a carry. The carry that leaves limb i
/// is the majority of the top bits of the summands and of the complement of the result, so it follows from
/// what was read, not from what was computed: the check needs no chain. By induction it is exact, as a
/// comparison with another sum would be. Into a tile comes the carry that its halo generates or kills; if the
/// halo would pass a carry on, the carry that the tile before has published. Every tile compares what it has
/// published with its highest limb.
///
/// The order of the magnitudes and the signs are found a second time. Another warp than the one that computed
/// a limb checks it.
///
/// Reads the operands a second time, mostly from the cache of the multiprocessor, and 8 bytes per limb of the
/// result.
#pragma once

#include "kernels/arithmetic/add.hpp"
#include "kernels/verify/told.hpp"

namespace gbi::kernels {

struct checked_add_kernel : carry_kernel<checked_add_arguments> {
  struct shared_memory {
    add_kernel::shared_memory sum;
    tile_carry before;  ///< the carry into the tile; `propagate` if its halo does not tell
  };
  static constexpr int rows = carry_tile_rows;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    tell_progress(block, args.report);
    add_kernel::run(block, shared.sum, args.sum);
    if (block.index() < args.sum.rule.comparers) return;
    check(block, shared, args.sum, args.report);
  }

 private:
  /// The carry out of a limb.
  GBI_DEVICE static bool leaving(limb_pair pair, limb sum) {
    return ((pair.a & pair.b) | ((pair.a | pair.b) & ~sum)) >> 63 != 0;
  }

  template <class Block>
  GBI_DEVICE static void check(Block& block, shared_memory& shared, const add_arguments& args,
                               const verdict_report& report) {
    const tile_position at{block.batch(), block.index() - args.rule.comparers};
    const add_kernel::decision found = add_kernel::decide(block, shared.sum, args);
    const add_kernel::summands pair_at(args.rule, found, at.problem);
    limb* const out = args.out.limbs;
    const auto sum_at = [&](std::uint64_t i)
                            GBI_INLINE { return i < args.out.count ? block.observe_alone(out + i) : 0; };
    // The warp that is half a block away: its lanes have the same places in their groups.
    const auto checks = [](int thread) GBI_INLINE { return thread ^ (Block::threads / 2); };

    per_thread<Block, limb> excess[rows];  // a carry comes in, or none
    per_thread<Block, bool> carries[rows], into;
    block.phase([&](int thread) GBI_INLINE {
      const int other = checks(thread);
      limb sum[rows];
      unroll<rows>([&](auto row) GBI_INLINE { sum[row] = sum_at(at.limb_index(limb_of(other, row))); });
      unroll<rows>([&](auto row) GBI_INLINE {
        const limb_pair pair = pair_at(at.limb_index(limb_of(other, row)));
        excess[row][thread] = sum[row] - pair.a - pair.b;
        carries[row][thread] = leaving(pair, sum[row]);
      });
      into[thread] = false;
      if (thread % warp_threads != 0) return;
      const std::uint64_t below = at.limb_index(limb_of(other, 0) - 1);
      if (other != 0)
        into[thread] = leaving(pair_at(below), sum_at(below));
      else
        shared.before = at.tile != 0     ? carry_of(pair_at(below))
                        : found.carry_in ? tile_carry::generate
                                         : tile_carry::kill;
    });
    per_thread<Block, std::uint32_t> leave[rows];
    unroll<rows>([&](auto row) GBI_INLINE { leave[row] = block.ballot(carries[row]); });
    if (shared.before == tile_carry::propagate)
      block.first_warp([&](auto& warp) GBI_INLINE {
        const tile_carry published = last_word(warp, args.chain, at.tile - 1);
        warp.phase([&](int lane) GBI_INLINE {
          if (lane == 0) shared.before = published;
        });
      });
    block.warp_phase([&](int thread) GBI_INLINE {
      const int other = checks(thread);
      bool in = other == 0 ? shared.before == tile_carry::generate : into[thread];
      bool right = true;
      unroll<rows>([&](auto row) GBI_INLINE {
        const std::uint32_t arrive = leave[row][thread] << 1 | in;
        in = leave[row][thread] >> (warp_threads - 1) != 0;
        const std::uint64_t i = at.limb_index(limb_of(other, row));
        if (i >= args.out.count) return;
        right = right && excess[row][thread] == (arrive >> (thread % warp_threads) & 1);
        // A difference of magnitudes has a carry out, as its second operand is not larger than the first.
        if (i + 1 == args.out.count)
          right = right && carries[row][thread] == found.subtract;
        else if (limb_of(other, row) + 1 == carry_tile_limbs)
          right = right && carry_of(block.observe_alone(args.chain.states + at.tile), args.chain.epoch) ==
                               (carries[row][thread] ? tile_carry::generate : tile_carry::kill);
      });
      if (other == 0 && at.tile == 0)
        right = right && block.observe_alone(args.rule.sign_result) == found.sign;
      if (!right) block.publish_to_host(report.record, report.ticket);
    });
  }

  /// The carry out of a tile as the tile publishes it in the end.
  template <class Warp>
  GBI_DEVICE static tile_carry last_word(Warp& warp, const tile_chain& chain, std::uint32_t tile) {
    for (;;) {
      per_thread<Warp, std::uint64_t> word;
      warp.phase([&](int lane) GBI_INLINE {
        word[lane] = lane == 0 ? warp.observe_alone(chain.states + tile) : std::uint64_t{0};
      });
      const tile_carry said = carry_of(warp.broadcast(word, 0)[0], chain.epoch);
      if (said == tile_carry::generate || said == tile_carry::kill) return said;
      warp.pause(100);
    }
  }
};

}  // namespace gbi::kernels
