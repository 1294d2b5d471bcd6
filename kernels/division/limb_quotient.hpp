/// \file
/// Quotient and remainder of a long number by one limb, in one pass.
///
/// The quotient by d 2^s is that by the odd d, shifted. Long division goes from the highest limb down.
/// If the remainder r reaches a run of limbs u, the run leaves the remainder (R r + u) mod d, where R is a
/// power of 2^64. So runs are affine functions of r, which compose by a scan. Each thread finds the remainder
/// of its run by itself, one product per limb; a scan over the block and a look-back over the blocks of
/// higher limbs (scan/look_back.hpp) find the remainder that the run leaves. Without it, the run is a
/// multiple of d modulo R, so exact division finds the quotient from the lowest limb up, with two products
/// per limb. All runs have the same length, so the factors are constants.
///
/// Blocks are numbered from the highest tile, because the look-back waits only for smaller indices.
///
/// Limbs pass through shared memory, so that neighbouring threads access neighbouring limbs. A gap after each
/// run keeps the threads' own accesses in different banks.
///
/// Cost: three products of limbs per limb, and about twenty for each run of 32. Reads 8 bytes per limb and
/// writes 8.
#pragma once

#include "kernels/division/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/scan/look_back.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/word/tile_operands.hpp"

namespace gbi::kernels {

/// Composition of affine functions modulo d: first the left, then the right. Factors are scaled.
struct composition_modulo {
  limb_modulus modulus;
  limb one;  ///< scaled

  GBI_BOTH constexpr affine<limb> identity() const { return {one, 0}; }
  GBI_BOTH constexpr affine<limb> operator()(const affine<limb>& first, const affine<limb>& second) const {
    return {modulus.multiply(second.factor, first.factor),
            modulus.add(modulus.multiply(second.factor, first.term), second.term)};
  }
};

struct limb_quotient_kernel : kernel<limb_quotient_arguments, limb_quotient_threads, 6> {
  static constexpr bool in_order = true;
  static constexpr int run_limbs = limb_quotient_run, tile_limbs = limb_quotient_tile;
  static constexpr int warps = threads / warp_threads;
  static_assert(limb_quotient_chain_words == tile_words<affine<limb>>::count);

  struct shared_memory {
    limb limbs[threads * (run_limbs + 1) + 1];  ///< of the tile; in the end also of the quotient above
    limb above;                                 ///< the limb above the tile
    limb of_warp[warps];  ///< remainder of the warps up to this one, as if nothing came in
    limb before;          ///< remainder of all higher tiles
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const limb_modulus& by = args.modulus;
    const std::uint64_t first = std::uint64_t{args.tiles - 1 - block.index()} * tile_limbs;
    const operand_of_tile a(args.a.limbs, args.a.count, static_cast<std::int64_t>(first));
    block.phase([&](int thread) {
      limb loaded[run_limbs];  // all loads overlap
      repeat<run_limbs>([&](int row) { loaded[row] = a(row * threads + thread); });
      repeat<run_limbs>([&](int row) { shared.limbs[row * place(threads) + place(thread)] = loaded[row]; });
      if (thread == 0) shared.above = a(tile_limbs);
    });

    per_thread<Block, limb> leaving;  // the remainder that a run leaves
    block.warp_phase([&](int thread) {
      const limb* const run = run_of(shared, thread);
      residue_accumulator sum;
      repeat<run_limbs>([&](int i) { sum.add(run[i], args.limb_powers[i]); });
      leaving[thread] = by.reduce(sum.value());
    });
    scan(block, shared, args, leaving);
    block.phase([&](int thread) {
      limb* const run = run_of(shared, thread);
      limb carry = leaving[thread];
      repeat<run_limbs>([&](int i) { run[i] = by.divide_exactly(run[i], carry); });
      if (thread == 0) {
        carry = shared.before;
        shared.limbs[place(tile_limbs)] = by.divide_exactly(shared.above, carry);
      }
    });
    const result_of_tile quotient(args.quotient.limbs, args.quotient.count, first);
    block.phase([&](int thread) {
      repeat<run_limbs>([&](int row) {
        const limb* const from = shared.limbs + row * place(threads);
        const limb low = from[place(thread)], high = from[place(thread + 1)];
        quotient(row * threads + thread, low >> args.shift | high << 1 << (63 - args.shift));
      });
      if (first == 0 && thread == threads - 1) finish(args, shared.limbs[0], leaving[thread]);
    });
  }

 private:
  GBI_DEVICE static constexpr std::uint32_t place(std::uint32_t i) { return i + i / run_limbs; }
  /// The run of a thread; thread 0 has the highest run.
  GBI_DEVICE static limb* run_of(shared_memory& shared, int thread) {
    return shared.limbs + (threads - 1 - thread) * (run_limbs + 1);
  }
  /// Replaces the remainder that each run leaves by itself by the one that it leaves in the whole number.
  template <class Block>
  GBI_DEVICE static void scan(Block& block, shared_memory& shared, const arguments& args,
                              per_thread<Block, limb>& leaving) {
    const limb_modulus& by = args.modulus;
    unroll<5>([&](auto step) {
      const per_thread<Block, limb> above = block.shuffle_up(leaving, 1 << step);
      block.warp_phase([&](int thread) {
        if (thread % warp_threads >= 1 << step)
          leaving[thread] = by.add(by.multiply(above[thread], args.run_squares[step]), leaving[thread]);
      });
    });
    block.phase([&](int thread) {
      if (thread % warp_threads == warp_threads - 1) shared.of_warp[thread / warp_threads] = leaving[thread];
    });
    block.first_warp([&](auto& warp) { enter_tile(warp, shared, args); });
    block.warp_phase([&](int thread) {
      const int warp = thread / warp_threads, lane = thread % warp_threads;
      limb into_warp = by.multiply(shared.before, args.warp_powers[warp]);
      if (warp > 0) into_warp = by.add(into_warp, shared.of_warp[warp - 1]);
      leaving[thread] = by.add(by.multiply(into_warp, args.run_powers[lane]), leaving[thread]);
    });
  }

  /// Run by one warp: combines the remainders of the warps and finds the remainder that enters the tile.
  template <class Warp>
  GBI_DEVICE static void enter_tile(Warp& warp, shared_memory& shared, const arguments& args) {
    const limb_modulus& by = args.modulus;
    per_thread<Warp, limb> through;
    warp.phase([&](int lane) {
      limb r = 0;
      if (lane < warps)
        for (int i = 0; i <= lane; ++i) r = by.add(by.multiply(r, args.warp_powers[1]), shared.of_warp[i]);
      through[lane] = r;
    });
    const per_thread<Warp, limb> all = warp.broadcast(through, warps - 1);
    per_thread<Warp, affine<limb>> aggregate, before;
    warp.phase([&](int lane) {
      if (lane < warps) shared.of_warp[lane] = through[lane];
      aggregate[lane] = {args.tile_power, all[lane]};
    });
    look_back<scan_pattern::kogge_stone, Warp, affine<limb>>(warp, args.chain.words, args.chain.epoch,
                                                             warp.index(), aggregate, before,
                                                             composition_modulo{by, args.warp_powers[0]});
    warp.phase([&](int lane) {
      if (lane == 0) shared.before = before[lane].term;
    });
  }

  /// \param lowest limb 0 of the quotient by d
  /// \param r the remainder modulo d
  GBI_DEVICE static void finish(const arguments& args, limb lowest, limb r) {
    const limb dropped = lowest & ((limb{1} << args.shift) - 1);
    for (std::uint64_t i = 0; i < args.remainder.count; ++i)
      args.remainder.limbs[i] = i == 0 ? dropped * args.modulus.value + r : 0;
    if (args.signs.quotient != nullptr) *args.signs.quotient = *args.signs.a ^ *args.signs.b;
    if (args.signs.remainder != nullptr) *args.signs.remainder = *args.signs.a;
  }
};

}  // namespace gbi::kernels
