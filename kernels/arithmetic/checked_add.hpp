/// \file
/// A sum or a difference whose result is checked in the launch that computes it.
///
/// When the limbs of a tile are written, the block reads them again, from where other multiprocessors would
/// read them, along with the operands. Every limb must be the sum of its two summands and a carry. The carry
/// that leaves limb i is the majority of the top bits of the summands and of the complement of the result, so
/// it follows from what was read, not from what was computed, and the check needs no chain. By induction, it
/// is as exact as a comparison with another sum would be. The carry into a tile is the one that the tile
/// before has published, and every tile compares the carry that it has published with its highest limb.
///
/// A difference has a carry out of its highest limb, as its second magnitude is not larger than the first. So
/// blocks that disagree about the order of the magnitudes also disagree about the carry between them, unless
/// all limbs below are equal. If the highest tile, which writes the sign, has the wrong order, it has no
/// carry out.
///
/// Each limb is checked by a different warp than the one that computed it.
///
/// Reads the operands a second time, mostly from the multiprocessor's cache, and 8 bytes per limb of the
/// result.
#pragma once

#include "kernels/arithmetic/add.hpp"
#include "kernels/verify/told.hpp"

namespace gbi::kernels {

struct checked_add_kernel : carry_kernel<checked_add_arguments> {
  struct shared_memory {
    add_kernel::shared_memory sum;
    tile_carry before;  ///< the carry into the tile, as first read; it may not be final
    tile_carry found;   ///< the final carry, after waiting for it
    std::uint64_t own;  ///< the sign that the highest tile has written, or the state of another tile
  };
  // On a GPU, every block has a multiprocessor of its own, so registers are not scarce.
  static constexpr int blocks_per_multiprocessor = 1;
  static constexpr int rows = carry_tile_rows;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint32_t comparers = args.sum.rule.comparers;
    tell_progress(block, args.report);
    const add_kernel::decision found = add_kernel::decide(block, shared.sum, args.sum);
    if (block.index() < comparers) return;
    add_kernel::add(block, shared.sum, args.sum, found);
    check(block, shared, args.sum, found.turned, args.report);
  }

  /// The carry out of a limb.
  GBI_DEVICE static bool leaving(limb_pair pair, limb sum) {
    return static_cast<std::int64_t>((pair.a & pair.b) | ((pair.a | pair.b) & ~sum)) < 0;
  }

  /// The carry out of a tile, which may not be known yet.
  template <class Warp>
  GBI_DEVICE static tile_carry last_word(Warp& warp, const tile_chain& chain, std::uint32_t tile) {
    for (;;) {
      per_thread<Warp, std::uint32_t> said;
      warp.phase([&](int lane) GBI_INLINE {
        said[lane] = lane == 0 ? published(warp, chain, tile) : tile_carry::unknown;
      });
      const auto carry = static_cast<tile_carry>(warp.broadcast(said, 0)[0]);
      if (is_final(carry)) return carry;
      warp.pause(100);
    }
  }

 private:
  /// \param turned whether b is the larger magnitude
  template <class Block>
  GBI_DEVICE static void check(Block& block, shared_memory& shared, const add_arguments& args, bool turned,
                               const verdict_report& report) {
    const add_rule& rule = args.rule;
    const tile_position at{block.batch(), block.index() - rule.comparers};
    const limb sign_a = *rule.sign_a, sign_b = *rule.sign_b ^ (rule.subtract ? 1 : 0);
    const bool subtract = sign_a != sign_b && rule.comparers != 0;
    const add_kernel::summands pair_at(rule, args.a, args.b, turned, subtract, at);
    const bool is_highest = at.tile + 1 == args.chain.tiles;
    limb* const out = args.out.limbs;
    const auto sum_at = [&](std::uint64_t i)
                            GBI_INLINE { return i < args.out.count ? block.observe_alone(out + i) : 0; };
    // The warp half a block away, whose lanes have the same places in their groups.
    const auto checks = [](int thread) GBI_INLINE { return thread ^ (Block::threads / 2); };

    per_thread<Block, limb> excess[rows];  // 1 if a carry comes in, or 0
    per_thread<Block, bool> carries[rows], into;
    block.phase([&](int thread) GBI_INLINE {
      const int other = checks(thread), below = limb_of(other, 0) - 1;
      const bool asks = thread % warp_threads == 0;
      // All loads are under way before one is used.
      limb sum[rows], sum_below = 0;
      std::uint64_t before = 0, own = 0;
      unroll<rows>([&](auto row) GBI_INLINE { sum[row] = sum_at(at.limb_index(limb_of(other, row))); });
      if (asks && other != 0) sum_below = sum_at(at.limb_index(below));
      if (other == 0 && at.tile != 0) before = block.observe_alone(args.chain.states + at.tile - 1);
      if (thread == 0)
        own = is_highest ? block.observe_alone(rule.sign_result)
                         : block.observe_alone(args.chain.states + at.tile);
      limb_pair pair[rows], pair_below{};
      unroll<rows>([&](auto row) GBI_INLINE { pair[row] = pair_at(limb_of(other, row)); });
      if (asks && other != 0) pair_below = pair_at(below);
      unroll<rows>([&](auto row) GBI_INLINE {
        excess[row][thread] = sum[row] - pair[row].a - pair[row].b;
        carries[row][thread] = leaving(pair[row], sum[row]);
      });
      into[thread] = other != 0 && leaving(pair_below, sum_below);
      if (other == 0)
        shared.before = at.tile != 0 ? carry_of(before, args.chain.epoch)
                        : subtract   ? tile_carry::generate
                                     : tile_carry::kill;
      if (thread == 0) shared.own = own;
    });
    per_thread<Block, std::uint32_t> leave[rows];
    unroll<rows>([&](auto row) GBI_INLINE { leave[row] = block.ballot(carries[row]); });
    tile_carry before = shared.before;
    if (!is_final(before)) {
      block.first_warp([&](auto& warp) GBI_INLINE {
        const tile_carry last = last_word(warp, args.chain, at.tile - 1);
        warp.phase([&](int lane) GBI_INLINE {
          if (lane == 0) shared.found = last;
        });
      });
      before = shared.found;
    }
    block.warp_phase([&](int thread) GBI_INLINE {
      const int other = checks(thread);
      bool in = other == 0 ? before == tile_carry::generate : into[thread];
      bool right = true;
      unroll<rows>([&](auto row) GBI_INLINE {
        const std::uint32_t arrive = leave[row][thread] << 1 | in;
        in = leave[row][thread] >> (warp_threads - 1) != 0;
        const std::uint64_t i = at.limb_index(limb_of(other, row));
        if (i >= args.out.count) return;
        right = right && excess[row][thread] == (arrive >> (thread % warp_threads) & 1);
        if (i + 1 == args.out.count)
          right = right && carries[row][thread] == subtract;
        else if (limb_of(other, row) + 1 == carry_tile_limbs)
          right = right && carry_of(shared.own, args.chain.epoch) ==
                               (carries[row][thread] ? tile_carry::generate : tile_carry::kill);
      });
      if (other == 0 && is_highest) right = right && shared.own == (turned ? sign_b : sign_a);
      if (!right) block.publish_to_host(report.record, report.ticket);
    });
  }

  /// What a tile has published about its carry out. Called inside a phase.
  template <class Block>
  GBI_DEVICE static tile_carry published(Block& block, const tile_chain& chain, std::uint32_t tile) {
    return carry_of(block.observe_alone(chain.states + tile), chain.epoch);
  }
  GBI_DEVICE static bool is_final(tile_carry carry) {
    return carry == tile_carry::generate || carry == tile_carry::kill;
  }
};

}  // namespace gbi::kernels
