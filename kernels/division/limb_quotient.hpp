/// \file
/// Quotient and remainder of a long number by one limb, in one pass.
///
/// Long division goes from the highest limb down. If the remainder r reaches a run of limbs u, the run leaves
/// the remainder (R r + u) mod D, where R is a power of 2^64. So runs are affine functions of r, which
/// compose by a scan. Each thread reduces its run as if nothing came in; a scan over the block and a
/// look-back over the blocks of higher limbs (scan/look_back.hpp) find what does come in; then the thread
/// divides. All runs have the same length, so the factors are constants.
///
/// Blocks are numbered from the highest tile, because the look-back waits only for smaller indices. If the
/// limb that the shift makes of a's uppermost bits is above the tiles, it is the remainder that enters the
/// first tile.
///
/// Each division waits for the one before, so a thread divides both halves of its run concurrently.
///
/// Limbs pass through shared memory, so that neighbouring threads access neighbouring limbs. A gap after each
/// run keeps the threads' own accesses in different banks.
///
/// Cost: two divisions of two limbs by one per limb, and nine products modulo D for each run of 16. Reads 8
/// bytes per limb and writes 8.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/scan/look_back.hpp"
#include "kernels/scan/operators.hpp"

namespace gbi::kernels {

/// Composition of affine functions modulo D: first the left, then the right.
struct composition_modulo {
  limb_modulus modulus;

  GBI_BOTH static constexpr affine<limb> identity() { return {1, 0}; }
  GBI_BOTH constexpr affine<limb> operator()(const affine<limb>& first, const affine<limb>& second) const {
    return {modulus.multiply(second.factor, first.factor),
            modulus.add(modulus.multiply(second.factor, first.term), second.term)};
  }
};

struct limb_quotient_kernel : kernel<limb_quotient_arguments, limb_quotient_threads, 5> {
  static constexpr bool in_order = true;
  static constexpr int run_limbs = limb_quotient_run, tile_limbs = limb_quotient_tile;
  static constexpr int half = run_limbs / 2;
  static constexpr int warps = threads / warp_threads;
  static_assert(limb_quotient_chain_words == tile_words<affine<limb>>::count);

  struct shared_memory {
    limb limbs[threads * (run_limbs + 1)];
    limb of_warp[warps];  ///< remainder of the warps up to this one, as if nothing came in
    limb before;          ///< remainder of all higher tiles
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t first = std::uint64_t{args.tiles - 1 - block.index()} * tile_limbs;
    block.phase([&](int thread) {
      for (int i = thread; i < tile_limbs; i += threads)
        shared.limbs[place(i)] = shifted_limb(args, first + static_cast<std::uint32_t>(i));
    });
    per_thread<Block, limb> partial, upper_partial;
    block.warp_phase([&](int thread) {
      const limb* const run = run_of(shared, thread);
      limb upper = 0, lower = 0;
      for (int i = half; i-- > 0;) {
        upper = args.modulus.reduce(upper, run[half + i]);
        lower = args.modulus.reduce(lower, run[i]);
      }
      upper_partial[thread] = upper;
      partial[thread] = args.modulus.multiply_add(upper, args.half_power, lower);
    });
    const per_thread<Block, limb> entering = scanned(block, shared, args, partial);
    block.phase([&](int thread) {
      limb* const run = run_of(shared, thread);
      limb upper = entering[thread];
      limb lower = args.modulus.multiply_add(upper, args.half_power, upper_partial[thread]);
      for (int i = half; i-- > 0;) {
        run[half + i] = divide_2_by_1(upper, run[half + i], args.modulus.by);
        run[i] = divide_2_by_1(lower, run[i], args.modulus.by);
      }
      if (first == 0 && thread == threads - 1) finish(args, lower);
    });
    block.phase([&](int thread) {
      for (int i = thread; i < tile_limbs; i += threads) {
        const std::uint64_t at = first + static_cast<std::uint32_t>(i);
        if (at < args.quotient.count) args.quotient.limbs[at] = shared.limbs[place(i)];
      }
    });
  }

 private:
  GBI_DEVICE static int place(int i) { return i + i / run_limbs; }
  /// The run of a thread; thread 0 has the highest run.
  GBI_DEVICE static limb* run_of(shared_memory& shared, int thread) {
    return shared.limbs + (threads - 1 - thread) * (run_limbs + 1);
  }

  /// Limb i of a 2^shift. Its limb a.count holds the uppermost bits.
  GBI_DEVICE static limb shifted_limb(const arguments& args, std::uint64_t i) {
    const limb high = i < args.a.count ? read_only(args.a.limbs + i) : 0;
    const limb low = i > 0 && i <= args.a.count ? read_only(args.a.limbs + i - 1) : 0;
    return high << args.shift | low >> 1 >> (63 - args.shift);
  }

  /// The remainder that enters each thread's run; `partial` is the remainder that each run leaves by itself.
  template <class Block>
  GBI_DEVICE static per_thread<Block, limb> scanned(Block& block, shared_memory& shared,
                                                    const arguments& args, per_thread<Block, limb>& partial) {
    const limb_modulus& by = args.modulus;
    unroll<5>([&](auto step) {
      const per_thread<Block, limb> above = block.shuffle_up(partial, 1 << step);
      block.warp_phase([&](int thread) {
        if (thread % warp_threads >= 1 << step)
          partial[thread] = by.add(by.multiply(above[thread], args.run_squares[step]), partial[thread]);
      });
    });
    per_thread<Block, limb> entering = block.shuffle_up(partial, 1);
    block.phase([&](int thread) {
      if (thread % warp_threads == warp_threads - 1) shared.of_warp[thread / warp_threads] = partial[thread];
    });
    block.first_warp([&](auto& warp) { enter_tile(warp, shared, args); });
    block.warp_phase([&](int thread) {
      const int warp = thread / warp_threads, lane = thread % warp_threads;
      limb into_warp = by.multiply(shared.before, args.warp_powers[warp]);
      if (warp > 0) into_warp = by.add(into_warp, shared.of_warp[warp - 1]);
      const limb own = lane > 0 ? entering[thread] : 0;
      entering[thread] = by.add(by.multiply(into_warp, args.run_powers[lane]), own);
    });
    return entering;
  }

  /// Run by one warp: combines the remainders of the warps and finds the remainder that enters the tile.
  template <class Warp>
  GBI_DEVICE static void enter_tile(Warp& warp, shared_memory& shared, const arguments& args) {
    const limb_modulus& by = args.modulus;
    const std::uint32_t tile = warp.index();
    per_thread<Warp, limb> through;
    warp.phase([&](int lane) {
      limb r = 0;
      if (lane < warps)
        for (int i = 0; i <= lane; ++i) r = by.add(by.multiply(r, args.warp_powers[1]), shared.of_warp[i]);
      through[lane] = r;
    });
    const per_thread<Warp, limb> all = warp.broadcast(through, warps - 1);
    const limb above_all = tile == 0 ? shifted_limb(args, std::uint64_t{args.tiles} * tile_limbs) : 0;
    per_thread<Warp, affine<limb>> aggregate, before;
    warp.phase([&](int lane) {
      if (lane < warps) shared.of_warp[lane] = through[lane];
      aggregate[lane] = {args.tile_power, by.add(by.multiply(above_all, args.tile_power), all[lane])};
    });
    look_back<scan_pattern::kogge_stone, Warp, affine<limb>>(warp, args.chain.words, args.chain.epoch, tile,
                                                             aggregate, before, composition_modulo{by});
    warp.phase([&](int lane) {
      if (lane == 0) shared.before = tile == 0 ? above_all : before[lane].term;
    });
  }

  /// \param partial the last remainder
  GBI_DEVICE static void finish(const arguments& args, limb partial) {
    for (std::uint64_t i = 0; i < args.remainder.count; ++i)
      args.remainder.limbs[i] = i == 0 ? partial >> args.shift : 0;
    if (args.signs.quotient != nullptr) *args.signs.quotient = *args.signs.a ^ *args.signs.b;
    if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
  }
};

}  // namespace gbi::kernels
