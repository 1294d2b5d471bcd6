/// \file
/// Whether a product is right: its factors and itself modulo a random prime of 61 bits, beside the monitors
/// of its transform. The last block of a problem says the verdict.
///
/// Moves 8 bytes a limb in. A wrong product passes with a probability below its bits / 60 / 2^54.6
/// (docs/rounding.md): there are about 2^54.6 primes of 61 bits, and the error has few of them as divisors.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/word/modular.hpp"

namespace gbi::kernels {

struct verify_kernel {
  using arguments = verify_arguments;
  static constexpr int threads = residue_threads;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool repairs = true;
  static constexpr int warps = threads / warp_threads;
  struct shared_memory {
    limb of_warp[warps];
  };

  /// Blocks of a problem, and of one of its numbers.
  GBI_BOTH static std::uint32_t blocks_of(const arguments& a) {
    return blocks_of(a, 0) + blocks_of(a, 1) + blocks_of(a, 2) + blocks_of(a, 3);
  }
  GBI_BOTH static std::uint32_t blocks_of(const arguments& a, std::uint32_t number) {
    return (a.tiles[number] + a.run - 1) / a.run;
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    verdict& verdict = a.verdicts[block.batch()];
    std::uint32_t number = 0, first = block.index();
    while (number < 3 && first >= blocks_of(a, number)) first -= blocks_of(a, number++);
    const bool residues = first < blocks_of(a, number);

    limb sum = 0;
    if (residues) {
      const std::uint32_t tile = first * a.run, left = a.tiles[number] - tile;
      sum = residue_of_tiles(block, shared, a, a.number[number], tile, left < a.run ? left : a.run);
    }
    block.phase([&](int thread) GBI_INLINE {
      if (thread != 0) return;
      if (residues) {
        block.atomic_add(&verdict.residue[number][0], sum & 0xffffffff);
        block.atomic_add(&verdict.residue[number][1], sum >> 32);
      }
      const std::uint32_t blocks = blocks_of(a);
      if (block.arrive(&verdict.blocks_done) + 1 == (blocks == 0 ? 1 : blocks)) decide(block, a, verdict);
    });
  }

 private:
  GBI_DEVICE static small_modulus modulus_of(const arguments& a) {
    return {a.modulus.prime, a.modulus.reciprocal};
  }

  /// The residue of what the limbs of `count` tiles are worth in the number.
  template <class Block>
  GBI_DEVICE static limb residue_of_tiles(Block& block, shared_memory& shared, const arguments& a,
                                          const limb_span& x, std::uint32_t tile, std::uint32_t count) {
    const small_modulus modulus = modulus_of(a);
    const limb* power = a.modulus.power;
    const limb* limbs = x.limbs + block.batch() * x.stride;
    per_thread<Block, limb> sum;
    block.phase([&](int thread) GBI_INLINE {
      const limb of_tile = read_only(power + residue_threads + residue_limbs_of_thread);
      limb above = 0;  // Horner's rule, from the highest tile on
      for (std::uint32_t t = count; t-- > 0;) {
        const std::uint64_t first =
            std::uint64_t{tile + t} * residue_tile + static_cast<std::uint32_t>(thread);
        limb loaded[residue_limbs_of_thread];
        unroll<residue_limbs_of_thread>([&](auto i) GBI_INLINE {
          const std::uint64_t at = first + i * residue_threads;
          loaded[i] = at < x.count ? limbs[at] : 0;
        });
        // One limb, seven products of 125 bits and one of 122.
        wide_limb weighted = wide_product(above, of_tile) + loaded[0];
        unroll<residue_limbs_of_thread - 1>([&](auto i) GBI_INLINE {
          weighted += wide_product(loaded[i + 1], read_only(power + residue_threads + i + 1));
        });
        above = modulus.reduce(weighted);
      }
      sum[thread] = modulus.multiply(above, read_only(power + thread));
    });
    add_lanes(block, modulus, sum);
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == 0) shared.of_warp[thread / warp_threads] = sum[thread];
    });
    // Of the tile's place, a power of 2 whose exponent is put together from its bits.
    block.first_warp([&](auto& warp) GBI_INLINE {
      using warp_block = std::remove_reference_t<decltype(warp)>;
      per_thread<warp_block, limb> partial, place;
      warp.phase([&](int thread) GBI_INLINE {
        partial[thread] = thread < warps ? shared.of_warp[thread] : 0;
        const limb* of_bit = power + residue_threads + residue_limbs_of_thread;
        place[thread] = (tile >> thread & 1) != 0 ? read_only(of_bit + thread) : 1;
      });
      add_lanes(warp, modulus, partial);
      for (int mask = 1; mask < warp_threads; mask *= 2) {
        const auto other = warp.shuffle_xor(place, mask);
        warp.phase([&](int thread)
                       GBI_INLINE { place[thread] = modulus.multiply(place[thread], other[thread]); });
      }
      warp.phase([&](int thread) GBI_INLINE {
        if (thread == 0) shared.of_warp[0] = modulus.multiply(partial[thread], place[thread]);
      });
    });
    return shared.of_warp[0];
  }

  /// Every lane gets the sum of its warp.
  template <class Block>
  GBI_DEVICE static void add_lanes(Block& block, const small_modulus& modulus, per_thread<Block, limb>& sum) {
    for (int mask = 1; mask < warp_threads; mask *= 2) {
      const auto other = block.shuffle_xor(sum, mask);
      block.warp_phase([&](int thread) GBI_INLINE { sum[thread] = modulus.add(sum[thread], other[thread]); });
    }
  }

  /// One thread, when all others of the problem have handed in their sums. Leaves the verdict as it was
  /// found.
  template <class Block>
  GBI_DEVICE static void decide(Block& block, const arguments& a, verdict& verdict) {
    const small_modulus modulus = modulus_of(a);
    limb residue[4];
    for (int i = 0; i < 4; ++i) {
      const wide_limb low = block.observe_alone(&verdict.residue[i][0]);
      const wide_limb high = block.observe_alone(&verdict.residue[i][1]);
      residue[i] = modulus.reduce(low + (high << 32));
      for (std::uint64_t& word : verdict.residue[i]) block.publish_alone(&word, 0);
    }
    const limb b = a.tiles[1] == 0 ? residue[0] : residue[1];
    const bool wrong = block.observe_alone(&verdict.distance) >= distrusted_distance ||
                       block.observe_alone(&verdict.largest) >= distrusted_coefficient ||
                       modulus.add(modulus.multiply(residue[0], b), residue[3]) != residue[2];
    block.publish_alone(&verdict.distance, 0);
    block.publish_alone(&verdict.largest, 0);
    verdict.blocks_done = 0;
    verdict.wrong = wrong ? 1 : 0;
    if (wrong && a.open.verdicts != nullptr) *a.fault = 1;
  }
};

}  // namespace gbi::kernels
