/// \file
/// Verifies products: compares the product with its factors modulo a random prime of 61 bits, and checks the
/// monitors of the transform. The last block of a problem gives the verdict.
///
/// Reads 8 bytes per limb. A wrong product passes with a probability below its bits / 60 / 2^54.6
/// (docs/rounding.md): there are about 2^54.6 primes of 61 bits, and few of them divide the error.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/verify/arguments.hpp"
#include "kernels/verify/checksum_by_core.hpp"
#include "kernels/word/small_modulus.hpp"

namespace gbi::kernels {

/// \tparam ByCore whether one thread adds up the checksum of a block, as suits a core.
template <bool ByCore>
struct verify_kernel {
  using arguments = verify_arguments;
  static constexpr int threads = ByCore ? warp_threads : checksum_threads;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool repairs = true;
  static constexpr int warps = threads / warp_threads;
  struct shared_memory {
    limb of_warp[warps];
    bool is_last;
  };

  /// Blocks per problem.
  GBI_BOTH static std::uint32_t blocks_of(const arguments& a) {
    const std::uint32_t blocks = a.blocks[0] + a.blocks[1] + a.blocks[2] + a.blocks[3];
    return blocks == 0 ? 1 : blocks;
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    clear_spent(block, a);
    verdict& verdict = a.verdicts[block.batch()];
    std::uint32_t number = 0, first = block.index();
    while (number < 3 && first >= a.blocks[number]) first -= a.blocks[number++];
    const bool checksums = first < a.blocks[number];

    limb sum = 0;
    if (checksums) {
      const std::uint32_t tile = first * a.run, left = a.tiles[number] - tile;
      const std::uint32_t count = left < a.run ? left : a.run;
      sum = checksum_of_tiles(block, shared, a, a.number[number], tile, count);
      if (number == 3 && a.bound.of.limbs != nullptr) compare_with_bound(block, a, verdict, tile, count);
    }
    if (block.batch() == 0) report_progress(block, a.report);
    block.phase([&](int thread) {
      if (thread != 0) return;
      if (checksums) add_checksum(block, verdict, number, sum);
      // A damaged count may end the check too early, but not without a decision.
      shared.is_last = block.arrive(&verdict.blocks_done) + 1 >= blocks_of(a);
    });
    if (shared.is_last) block.first_warp([&](auto& warp) { decide(warp, a, verdict); });
  }

  /// This launch runs, so every launch queued before it has ended.
  template <class Block>
  GBI_DEVICE static void report_progress(Block& block, const verdict_report& report) {
    block.warp_phase([&](int thread) {
      if (thread == 0 && block.index() == 0 && report.progress != nullptr)
        block.publish_to_host(report.progress, report.mark);
    });
  }

  GBI_DEVICE static small_modulus modulus_of(const arguments& a) {
    return {a.modulus.prime, a.modulus.reciprocal};
  }

  /// Adds a block's part to the checksum of a number. Run by one thread, inside a phase.
  template <class Block>
  GBI_DEVICE static void add_checksum(Block& block, verdict& verdict, std::uint32_t number, limb sum) {
    block.atomic_add(&verdict.checksum[number][0], sum & 0xffffffff);
    block.atomic_add(&verdict.checksum[number][1], sum >> 32);
  }

  /// Every lane gets the sum over `lanes` neighbouring lanes.
  template <class Block>
  GBI_DEVICE static void add_lanes(Block& block, const small_modulus& modulus, per_thread<Block, limb>& sum,
                                   int lanes) {
    for (int mask = 1; mask < lanes; mask *= 2) {
      const auto other = block.shuffle_xor(sum, mask);
      block.warp_phase([&](int thread) { sum[thread] = modulus.add(sum[thread], other[thread]); });
    }
  }

  /// Run by one warp after all other blocks of the problem have added their sums. Its lanes read the words of
  /// the verdict, with overlapping loads, and reset them.
  template <class Warp>
  GBI_DEVICE static void decide(Warp& warp, const arguments& a, verdict& verdict) {
    constexpr int distance = 8, largest = 9, order = 10;  // lanes, after the lanes of the checksums
    const small_modulus modulus = modulus_of(a);
    per_thread<Warp, std::uint64_t> word;
    warp.phase([&](int lane) {
      std::uint64_t* const from = lane < distance    ? &verdict.checksum[lane / 2][lane % 2]
                                  : lane == distance ? &verdict.distance
                                  : lane == largest  ? &verdict.largest
                                                     : &verdict.order;
      word[lane] = 0;
      if (lane > order) return;
      word[lane] = warp.observe_alone(from);
      warp.publish_alone(from, 0);
    });
    const auto low = warp.shuffle(word, [](int lane) { return lane % 4 * 2; });
    const auto high = warp.shuffle(word, [](int lane) { return lane % 4 * 2 + 1; });
    per_thread<Warp, limb> checksum;
    per_thread<Warp, bool> distrusted;
    warp.phase([&](int lane) {
      checksum[lane] = modulus.reduce(low[lane] + (wide_limb{high[lane]} << 32));
      distrusted[lane] = (lane == distance && word[lane] >= distrusted_distance) ||
                         (lane == largest && word[lane] >= distrusted_coefficient) ||
                         (lane == order && !a.bound.holds(word[lane]));
    });
    const auto any_distrusted = warp.ballot(distrusted);
    const auto other = warp.broadcast(checksum, a.blocks[1] == 0 ? 0 : 1), all = warp.broadcast(checksum, 2),
               rest = warp.broadcast(checksum, 3);
    warp.phase([&](int lane) {
      if (lane != 0) return;
      const auto with_sign = [&](int number, limb value) {
        const limb* const sign = a.signs[number];
        return sign != nullptr && *sign != 0 && value != 0 ? a.modulus.prime - value : value;
      };
      // Signs are compared as words, and any word except 0 and 1 is damaged.
      bool are_signs = true;
      for (const limb* const sign : a.signs) are_signs = are_signs && (sign == nullptr || *sign <= 1);
      const limb b = a.number[1].limbs == nullptr ? 1 : with_sign(1, other[lane]);
      const limb product = modulus.multiply(modulus.multiply(with_sign(0, checksum[lane]), b), a.factor);
      const bool is_negative = a.signs[2] != nullptr && *a.signs[2] != 0;
      const limb r =
          modulus.add(with_sign(3, rest[lane]), modulus.reduce(wide_limb{a.dropped.rest(is_negative)}));
      const bool holds = are_signs && modulus.add(product, r) == with_sign(2, all[lane]);
      const bool wrong = any_distrusted[lane] != 0 || !holds;
      verdict.blocks_done = 0;
      verdict.wrong = wrong ? 1 : 0;
      if (a.report.record == nullptr) return;
      if (a.repair.verdicts != nullptr) warp.leave_for_host(a.report.record + 1, a.report.ticket);
      if (wrong && a.report.is_last) warp.leave_for_host(a.report.record, a.report.ticket);
    });
  }

 private:
  /// Clears the verdict that the last check with these verdicts used. So a bit that flips in a verdict, and
  /// would make its checks fail or end without a decision, does so once.
  template <class Block>
  GBI_DEVICE static void clear_spent(Block& block, const arguments& a) {
    if (block.index() != 0) return;
    block.lone_phase([&](int thread) {
      if (thread == 0) a.spent[block.batch()] = {};
    });
  }

  /// Compares `count` tiles of the rest with its bound.
  template <class Block>
  GBI_DEVICE static void compare_with_bound(Block& block, const arguments& a, verdict& verdict,
                                            std::uint32_t tile, std::uint32_t count) {
    const limb_span& rest = a.number[3];
    const std::uint64_t first = std::uint64_t{tile} * checksum_tile;
    const std::uint64_t end = first + std::uint64_t{count} * checksum_tile;
    per_thread<Block, limb> highest;
    block.warp_phase([&](int thread) {
      highest[thread] = 0;
      for (std::uint64_t i = first + static_cast<std::uint32_t>(thread); i < end && i < rest.count;
           i += threads) {
        const limb of_rest = rest.limbs[i], of_bound = a.bound.limb_at(i);
        if (of_rest != of_bound) highest[thread] = (i + 1) * 2 + (of_rest > of_bound);
      }
    });
    for (int mask = 1; mask < warp_threads; mask *= 2) {
      const auto other = block.shuffle_xor(highest, mask);
      block.warp_phase([&](int thread) {
        if (other[thread] > highest[thread]) highest[thread] = other[thread];
      });
    }
    block.phase([&](int thread) {  // also a barrier, before the block arrives
      if (thread % warp_threads == 0 && highest[thread] != 0)
        block.atomic_max(&verdict.order, highest[thread]);
    });
  }

  /// The checksum of the value that the limbs of `count` tiles contribute to the number.
  template <class Block>
  GBI_DEVICE static limb checksum_of_tiles(Block& block, shared_memory& shared, const arguments& a,
                                           const limb_span& x, std::uint32_t tile, std::uint32_t count) {
    if constexpr (ByCore) {
      block.template phase<1>([&](int) {
        const std::uint64_t first = std::uint64_t{tile} * checksum_tile, left = x.count - first;
        const std::uint64_t most = std::uint64_t{count} * checksum_tile;
        const limb sum = checksum_by_core(a.modulus, x.limbs + block.batch() * x.stride + first,
                                          left < most ? left : most);
        shared.of_warp[0] = modulus_of(a).multiply(sum, weight_of_tile(a.modulus, tile));
      });
      return shared.of_warp[0];
    } else {
      return checksum_by_threads(block, shared, a, x, tile, count);
    }
  }
  template <class Block>
  GBI_DEVICE static limb checksum_by_threads(Block& block, shared_memory& shared, const arguments& a,
                                             const limb_span& x, std::uint32_t tile, std::uint32_t count) {
    using place_of = checksum_modulus;
    constexpr int digit_values = 1 << place_of::tile_digit_bits;
    const small_modulus modulus = modulus_of(a);
    const limb* limbs = x.limbs + block.batch() * x.stride;
    per_thread<Block, limb> sum, place;
    block.phase([&](int thread) {
      // The weights of the digits of the tile's index, one per thread. They are used at the end, so the loads
      // overlap with the following code.
      const int digit = thread % place_of::tile_digits;
      const std::uint32_t value = tile >> digit * place_of::tile_digit_bits & (digit_values - 1);
      place[thread] = read_only(a.modulus.of_place + digit * digit_values + value);
      const limb of_tile = read_only(a.modulus.of_row + checksum_limbs_of_thread);
      limb above = 0;  // Horner's rule, from the highest tile on
      for (std::uint32_t t = count; t-- > 0;) {
        const std::uint64_t first =
            std::uint64_t{tile + t} * checksum_tile + static_cast<std::uint32_t>(thread);
        limb loaded[checksum_limbs_of_thread];
        // Testing every limb takes a third more instructions, and some loads then wait for others.
        if (std::uint64_t{tile + t + 1} * checksum_tile <= x.count)
          unroll<checksum_limbs_of_thread>([&](auto i) { loaded[i] = limbs[first + i * checksum_threads]; });
        else
          unroll<checksum_limbs_of_thread>([&](auto i) {
            const std::uint64_t at = first + i * checksum_threads;
            loaded[i] = at < x.count ? limbs[at] : 0;
          });
        // One limb, seven products of 125 bits and one of 122 bits.
        wide_limb weighted = wide_product(above, of_tile) + loaded[0];
        unroll<checksum_limbs_of_thread - 1>(
            [&](auto i) { weighted += wide_product(loaded[i + 1], read_only(a.modulus.of_row + i + 1)); });
        above = modulus.reduce(weighted);
      }
      sum[thread] = modulus.multiply(above, read_only(a.modulus.of_limb + thread));
    });
    add_lanes(block, modulus, sum, warp_threads);
    block.phase([&](int thread) {
      if (thread % warp_threads == 0) shared.of_warp[thread / warp_threads] = sum[thread];
    });
    block.first_warp([&](auto& warp) {
      using warp_block = std::remove_reference_t<decltype(warp)>;
      per_thread<warp_block, limb> partial, factor;
      warp.phase([&](int lane) {
        partial[lane] = lane < warps ? shared.of_warp[lane] : 0;
        factor[lane] = place[lane];
      });
      add_lanes(warp, modulus, partial, warps);
      // The higher digits of the tile's index are 0.
      for (int digits = 1;
           digits < place_of::tile_digits && (tile >> digits * place_of::tile_digit_bits) != 0; digits *= 2) {
        const auto other = warp.shuffle_xor(factor, digits);
        warp.phase([&](int lane) { factor[lane] = modulus.multiply(factor[lane], other[lane]); });
      }
      warp.phase([&](int lane) {
        if (lane == 0) shared.of_warp[0] = modulus.multiply(partial[lane], factor[lane]);
      });
    });
    return shared.of_warp[0];
  }
};

}  // namespace gbi::kernels
