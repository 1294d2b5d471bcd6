/// \file
/// A long number modulo one limb, in one pass. It is a reduction, because only the remainder is wanted.
///
/// Thread t of a block takes every 256th limb of the block's part from limb t on, by Horner's rule with
/// 2^(64 256). Then the threads' remainders are weighted with 2^(64 t) and added, by a tree of eight steps.
/// The last block waits for the remainders of the others and combines them in the same way. It waits only for
/// smaller indices, and there is no counter to clear.
///
/// Remainders are modulo the odd part of the divisor; the last step restores the low bits.
///
/// Cost: three products of limbs per limb. Reads 8 bytes per limb.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/scan/look_back.hpp"

namespace gbi::kernels {

struct limb_remainder_kernel : kernel<limb_remainder_arguments, limb_remainder_threads, 4> {
  static constexpr bool in_order = true;
  static constexpr int warps = threads / warp_threads;

  struct shared_memory {
    limb of_warp[warps];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    constexpr int words = limb_remainder_chain_words;
    static_assert(words == tile_words<limb>::count);
    per_thread<Block, limb> partial;
    block.warp_phase([&](int thread) { partial[thread] = remainder_of_thread(args, block.index(), thread); });
    join(block, shared, args.modulus, args.limb_squares, partial);
    block.template phase<1>([&](int thread) {
      publish_tile(block, args.chain.words + std::uint64_t{block.index()} * words, args.chain.epoch,
                   tile_state::prefix, partial[thread]);
    });
    if (block.index() + 1 < args.blocks) return;

    block.first_warp([&](auto& warp) { await_blocks(warp, args); });
    block.warp_phase([&](int thread) {
      const std::uint32_t rounds = (args.blocks + threads - 1) / threads;
      limb r = 0;
      for (std::uint32_t round = rounds; round-- > 0;) {
        const std::uint32_t at = round * threads + static_cast<std::uint32_t>(thread);
        limb of_block = 0;
        if (at < args.blocks)
          observe_tile(block, args.chain.words + std::uint64_t{at} * words, args.chain.epoch, of_block);
        r = args.modulus.multiply_add(r, args.block_squares[8], of_block);
      }
      partial[thread] = unscaled(args, r);
    });
    join(block, shared, args.modulus, args.block_squares, partial);
    block.template phase<1>([&](int thread) { finish(args, partial[thread]); });
  }

 private:
  /// The limbs of one thread.
  GBI_DEVICE static limb remainder_of_thread(const arguments& args, std::uint32_t block, int thread) {
    const std::uint64_t begin = block * args.block_limbs;
    const std::uint64_t left = args.a.count - begin,
                        end = begin + (left < args.block_limbs ? left : args.block_limbs);
    const std::uint64_t units = (end - begin + limb_remainder_unit - 1) / limb_remainder_unit;
    limb r = 0;
    for (std::uint64_t unit = units; unit-- > 0;) {
      limb loaded[limb_remainder_batch];  // all loads of a unit overlap
      unroll<limb_remainder_batch>([&](auto i) {
        const std::uint64_t at =
            begin + unit * limb_remainder_unit + static_cast<std::uint32_t>(i * threads + thread);
        loaded[i] = at < end ? read_only(args.a.limbs + at) : 0;
      });
      unroll<limb_remainder_batch>([&](auto i) {
        r = args.modulus.multiply_add(r, args.limb_squares[8], loaded[limb_remainder_batch - 1 - i]);
      });
    }
    return unscaled(args, r);
  }
  /// Horner's rule by multiply_add divides every term by 2^64.
  GBI_DEVICE static limb unscaled(const arguments& args, limb r) {
    return args.modulus.multiply(r, args.limb_squares[0]);
  }

  /// Leaves the sum of value[t] w^t in value[0], where squares[k] = w^(2^k), scaled.
  template <class Block>
  GBI_DEVICE static void join(Block& block, shared_memory& shared, const limb_modulus& by,
                              const limb (&squares)[9], per_thread<Block, limb>& value) {
    unroll<5>([&](auto step) {
      const per_thread<Block, limb> other = block.shuffle_xor(value, 1 << step);
      block.warp_phase([&](int thread) {
        // The partner of a lane without this bit is the higher lane; lanes with the bit no longer count.
        value[thread] = by.add(by.multiply(other[thread], squares[step]), value[thread]);
      });
    });
    block.phase([&](int thread) {
      if (thread % warp_threads == 0) shared.of_warp[thread / warp_threads] = value[thread];
    });
    block.template phase<1>([&](int thread) {
      limb sum = 0;
      for (int i = warps; i-- > 0;) sum = by.add(by.multiply(sum, squares[5]), shared.of_warp[i]);
      value[thread] = sum;
    });
  }

  /// Run by one warp of the last block.
  template <class Warp>
  GBI_DEVICE static void await_blocks(Warp& warp, const arguments& args) {
    for (;;) {
      per_thread<Warp, bool> is_missing;
      warp.phase([&](int lane) {
        bool missing = false;
        for (auto at = static_cast<std::uint32_t>(lane); at < args.blocks; at += warp_threads) {
          limb unused;
          missing |= observe_tile(warp, args.chain.words + std::uint64_t{at} * limb_remainder_chain_words,
                                  args.chain.epoch, unused) == tile_state::unknown;
        }
        is_missing[lane] = missing;
      });
      if (warp.ballot(is_missing)[0] == 0) return;
      warp.pause(next_look);
    }
  }

  /// \param r the number modulo the odd part d
  GBI_DEVICE static void finish(const arguments& args, limb r) {
    const limb_modulus& by = args.modulus;
    const limb low = args.a.count > 0 ? args.a.limbs[0] & ((limb{1} << args.shift) - 1) : 0;
    const limb upper = by.multiply(by.subtract(r, by.multiply(low, args.one)), args.unshift);
    for (std::uint64_t i = 0; i < args.remainder.count; ++i)
      args.remainder.limbs[i] = i == 0 ? upper << args.shift | low : 0;
    if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
  }
};

}  // namespace gbi::kernels
