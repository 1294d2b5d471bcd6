/// \file
/// The end of a product whose digits are proven, checked where it is written: a b = product modulo a random
/// prime of 61 bits, as in the verification (kernels/verify/verify.hpp). The product is read again after it
/// was written. A later launch decides (kernels/verify/decide.hpp); a block before those of the tiles decides
/// on an earlier product.
///
/// Nothing else runs after the last store of the product, so what follows should be short:
///   - Residues are reduced by Montgomery's method. The residue of a piece has the factor 2^-128.
///   - Pieces of the factors are taken by other blocks or, if the block has enough, by other threads.
///   - Threads that have nothing else to do, if there are any, find the weights of pieces and look at the
///     sign.
///   - A residue is added in two halves to two words that also count the residues. No block waits for an
///     addition or for another block.
///
/// Reads 8 bytes per coefficient, and 8 per limb of the operands and of the product.
#pragma once

#include "kernels/normalize/normalize.hpp"
#include "kernels/verify/decide.hpp"
#include "kernels/verify/told.hpp"
#include "kernels/word/modular.hpp"

namespace gbi::kernels {

/// \tparam Threads of a block, residue_threads or a multiple.
/// \tparam Apart Pieces of the factors have blocks of their own, before those of the tiles. Otherwise a block
/// also takes one piece of the factors.
template <int Threads, bool Apart>
struct checked_normalize_kernel {
  using product_kernel = normalize_kernel<long_tile, false, normalize_phases::both, Threads>;
  struct arguments {
    typename product_kernel::arguments product;
    residue_check check;
  };
  static constexpr bool in_order = true;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = product_kernel::blocks_per_multiprocessor;
  static constexpr int rows = carry_tile_limbs / residue_threads;
  static_assert(carry_tile_limbs == residue_piece && Threads >= residue_threads);
  /// The most residues that a block adds.
  static constexpr int jobs = Apart ? 1 : 2;
  struct residue_memory {
    limb of_thread[residue_threads];  ///< 0 if there is no such piece
    limb weight[2];                   ///< of the two parts of a sum (sum_of_piece)
    std::uint32_t has_wrong_sign;     ///< 0 or 1; every flipped bit leaves a valid value, unlike in a bool
  };
  union shared_memory {
    typename product_kernel::shared_memory product;
    residue_memory residues[jobs];
  };

  GBI_BOTH static std::uint32_t blocks_of(const residue_check& a) {
    const std::uint32_t of_factors = a.pieces[0] + a.pieces[1], tiles = a.pieces[2];
    const std::uint32_t together = of_factors < tiles ? tiles : of_factors;
    return (Apart ? of_factors + tiles : together) + (a.earlier.sums != nullptr);
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const residue_check& a = args.check;
    tell_progress(block, a.report);
    const bool decides = a.earlier.sums != nullptr;
    if (decides && block.index() == 0)
      return block.first_warp([&](auto& warp) GBI_INLINE { decide(warp, a.earlier); });
    const std::uint32_t index = block.index() - decides;
    const std::uint32_t of_factors = a.pieces[0] + a.pieces[1];
    const bool has_tile = Apart ? index >= of_factors : index < a.pieces[2];
    const std::uint32_t tile = Apart ? index - of_factors : index;
    const piece of_factor = piece_of_factors(a, index);
    const piece taken[2] = {Apart && !has_tile ? of_factor : piece{2, tile, has_tile}, of_factor};
    if (has_tile) product_kernel::run_tile(block, shared.product, args.product, {0, tile});
    block.phase([&](int thread) GBI_INLINE {
      unroll<jobs>([&](auto job) GBI_INLINE {
        const int own = thread - first_thread_of(job);
        if (own >= 0 && own < residue_threads)
          shared.residues[job].of_thread[own] =
              taken[job].exists ? residue_of_thread(block, a, taken[job], own) : 0;
        if (thread == weighing_thread_of(job)) weigh(block, shared.residues[job], a, taken[job]);
      });
    });
    block.first_warp([&](auto& warp) GBI_INLINE { add_residues(warp, shared.residues, a, taken); });
  }

 private:
  static constexpr int lower_part_bits = 46;

  /// A piece of a number, or none.
  struct piece {
    std::uint32_t number, index;
    bool exists;
  };
  GBI_DEVICE static piece piece_of_factors(const residue_check& a, std::uint32_t index) {
    return index < a.pieces[0] ? piece{0, index, true}
                               : piece{1, index - a.pieces[0], index < a.pieces[0] + a.pieces[1]};
  }

  /// Jobs have threads of their own if the block has enough.
  GBI_BOTH static constexpr int first_thread_of(int job) { return job * residue_threads % threads; }
  GBI_BOTH static constexpr int weighing_thread_of(int job) {
    return threads > jobs * residue_threads ? jobs * residue_threads + job * warp_threads
                                            : job * warp_threads;
  }
  /// Finds the weight of a piece. In the tile that writes the sign of the product, also finds out whether it
  /// has written the right sign: signs are compared as words, and any word except 0 and 1 is damaged.
  template <class Block>
  GBI_DEVICE static void weigh(Block& block, residue_memory& memory, const residue_check& a,
                               const piece& taken) {
    const bool has_sign = taken.number == 2 && taken.index == 0 && a.signs[2] != nullptr;
    limb x = 0, y = 0, sign = 0;  // loaded before the weight is used
    if (has_sign) {
      x = *a.signs[0];
      y = *a.signs[1];
      sign = block.observe_alone(const_cast<limb*>(a.signs[2]));
    }
    const limb weight = weight_of(a, taken.index);
    memory.weight[0] = weight;
    memory.weight[1] = modulus_of(a).multiply(weight, limb{1} << lower_part_bits);
    const bool is_wrong = (x | y) > 1 || sign != (x ^ y);
    memory.has_wrong_sign = is_wrong ? 1 : 0;
  }

  GBI_DEVICE static small_modulus modulus_of(const residue_check& a) {
    return {a.modulus.prime, a.modulus.reciprocal};
  }
  GBI_DEVICE static montgomery_modulus reduction_of(const residue_check& a) {
    return {a.modulus.prime, a.modulus.inverse};
  }

  /// The residue of a thread's limbs of a piece, with their weights in the piece, times 2^-64. Less than 5 q.
  template <class Block>
  GBI_DEVICE static limb residue_of_thread(Block& block, const residue_check& a, const piece& taken,
                                           int thread) {
    const limb_span& x = a.number[taken.number];
    limb* const limbs = const_cast<limb*>(x.limbs);  // only read, but with an atomic load
    limb loaded[rows];
    unroll<rows>([&](auto row) GBI_INLINE {
      const std::uint64_t at = std::uint64_t{taken.index} * carry_tile_limbs +
                               static_cast<std::uint32_t>(row * residue_threads + thread);
      loaded[row] = at < x.count ? block.observe_alone(limbs + at) : 0;
    });
    wide_limb weighted = 0;  // four products of 125 bits
    unroll<rows>([&](auto row) GBI_INLINE {
      weighted += wide_product(loaded[row], read_only(a.modulus.of_limb + row * residue_threads + thread));
    });
    return reduction_of(a).reduce_roughly(weighted);
  }

  /// The residue of a piece times 2^-128, for all lanes. The lanes' sums of 67 bits are added in three parts,
  /// of which the lower two make one again: two products by weights below 2^61 and one reduction.
  template <class Warp>
  GBI_DEVICE static void sum_of_piece(Warp& warp, const residue_memory& shared, const residue_check& a,
                                      per_thread<Warp, limb>& residue) {
    constexpr int part_bits = lower_part_bits / 2;
    constexpr std::uint32_t part_mask = (std::uint32_t{1} << part_bits) - 1;
    per_thread<Warp, std::uint32_t> low, middle, high;
    warp.phase([&](int lane) GBI_INLINE {
      wide_limb sum = 0;
      unroll<residue_threads / warp_threads>(
          [&](auto i) GBI_INLINE { sum += shared.of_thread[i * warp_threads + lane]; });
      low[lane] = static_cast<std::uint32_t>(low_limb(sum)) & part_mask;
      middle[lane] = static_cast<std::uint32_t>(low_limb(sum) >> part_bits) & part_mask;
      high[lane] = static_cast<std::uint32_t>(low_limb(sum >> lower_part_bits));
    });
    const auto lows = warp.sum_of_warp(low), middles = warp.sum_of_warp(middle),
               highs = warp.sum_of_warp(high);
    warp.phase([&](int lane) GBI_INLINE {
      const limb lower = lows[lane] + (limb{middles[lane]} << part_bits);
      residue[lane] = reduction_of(a).reduce(wide_product(lower, shared.weight[0]) +
                                             wide_product(highs[lane], shared.weight[1]));
    });
  }

  /// Adds the residues of pieces to those of their numbers, each in two halves.
  template <class Warp>
  GBI_DEVICE static void add_residues(Warp& warp, const residue_memory* shared, const residue_check& a,
                                      const piece* taken) {
    per_thread<Warp, limb> residue[jobs];
    unroll<jobs>([&](auto job) GBI_INLINE { sum_of_piece(warp, shared[job], a, residue[job]); });
    warp.phase([&](int lane) GBI_INLINE {  // two lanes for each job
      unroll<jobs>([&](auto job) GBI_INLINE {
        const int half = lane - 2 * job;
        if (half < 0 || half > 1 || !taken[job].exists) return;
        // A wrong sign must make the check fail, and any other residue does.
        const limb added =
            shared[job].has_wrong_sign != 0 ? modulus_of(a).add(residue[job][lane], 1) : residue[job][lane];
        warp.atomic_add(&a.sums->of[taken[job].number][half], counted_residue::half(added, half));
      });
    });
  }

  /// 2^(64 carry_tile_limbs piece)
  GBI_DEVICE static limb weight_of(const residue_check& a, std::uint32_t piece) {
    const small_modulus modulus = modulus_of(a);
    constexpr int bits = residue_modulus::tile_digit_bits;
    const limb* of_digit = a.modulus.of_place;
    std::uint32_t tile = piece / 2;
    limb weight = read_only(of_digit + tile % (1 << bits));
    while ((tile >>= bits) != 0) {
      of_digit += 1 << bits;
      weight = modulus.multiply(weight, read_only(of_digit + tile % (1 << bits)));
    }
    if (piece % 2 != 0)
      weight = modulus.multiply(weight, read_only(a.modulus.of_row + carry_tile_limbs / residue_threads));
    return weight;
  }
};

}  // namespace gbi::kernels
