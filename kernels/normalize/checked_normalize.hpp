/// \file
/// The end of a product whose digits are proven, checked in the launch that writes it: a b = product modulo a
/// random prime of 61 bits, as in the verification (kernels/verify/verify.hpp). The product is read again
/// after it was written. The blocks before those of the tiles each take one piece of an operand, in parallel
/// with the tiles. The last tile gives the verdict.
///
/// Nothing else runs in the meantime, so the part after the store should be short:
///   - Residues are reduced by Montgomery's method. The residue of a piece has the factor 2^-192.
///   - Meanwhile, a warp that has nothing else to do finds the weight of the piece and looks at the sign.
///   - The residue is added to words of the verdict that also count the residues. So a tile learns from the
///     addition itself whether it is the last one and what the sum is, and memory need not be ordered. One
///     word is enough for the product, because its sum is only compared (counted_residue.hpp).
///
/// Reads 8 bytes per coefficient, and 8 per limb of the operands and of the product.
#pragma once

#include "kernels/normalize/normalize.hpp"
#include "kernels/verify/verify.hpp"
#include "kernels/word/counted_residue.hpp"
#include "kernels/word/montgomery.hpp"

namespace gbi::kernels {

/// \tparam Threads of a block, residue_threads or a multiple.
template <int Threads>
struct checked_normalize_kernel {
  using product_kernel = normalize_kernel<long_tile, false, normalize_phases::both, Threads>;
  struct arguments {
    typename product_kernel::arguments product;
    verify_arguments check;  ///< for numbers 0 to 2; its `blocks` are the pieces of each
  };
  static constexpr bool in_order = true;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = product_kernel::blocks_per_multiprocessor;
  static constexpr int rows = carry_tile_limbs / residue_threads;
  static_assert(carry_tile_limbs == residue_piece && Threads >= residue_threads);
  /// The thread that finds the weight of a piece and looks at the sign, in a warp that has nothing else to do
  /// if there is one.
  static constexpr int weighing_thread = Threads > residue_threads ? residue_threads : 0;
  struct residue_memory {
    limb of_thread[residue_threads];
    limb weight;
    bool has_wrong_sign;
  };
  union shared_memory {
    typename product_kernel::shared_memory product;
    residue_memory residues;
  };

  GBI_BOTH static std::uint32_t blocks_of(const verify_arguments& a) {
    return a.blocks[0] + a.blocks[1] + a.blocks[2];
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const verify_arguments& a = args.check;
    tell_progress(block, a.report);
    std::uint32_t number = 0, piece = block.index();
    while (number < 2 && piece >= a.blocks[number]) piece -= a.blocks[number++];
    if (number == 2) product_kernel::run_tile(block, shared.product, args.product, {0, piece});
    block.phase([&](int thread) GBI_INLINE {
      if (thread < residue_threads)
        shared.residues.of_thread[thread] = residue_of_thread(block, a, a.number[number], piece, thread);
      if (thread != weighing_thread) return;
      shared.residues.weight = weight_of(a, piece);
      shared.residues.has_wrong_sign = number == 2 && piece == 0 && !has_right_sign(block, a);
    });
    block.first_warp([&](auto& warp) GBI_INLINE {
      using warp_block = std::remove_reference_t<decltype(warp)>;
      per_thread<warp_block, limb> residue;
      sum_of_piece(warp, shared.residues, a, residue);
      warp.phase([&](int lane) GBI_INLINE {
        // A wrong sign must make the check fail, and any other residue does.
        if (shared.residues.has_wrong_sign)
          residue[lane] = verify_kernel::modulus_of(a).add(residue[lane], 1);
      });
      if (number == 2)
        add_and_decide(warp, a, residue);
      else
        add_to_operand(warp, a, number, residue);
    });
  }

 private:
  GBI_DEVICE static montgomery_modulus reduction_of(const verify_arguments& a) {
    return {a.modulus.prime, a.modulus.inverse};
  }

  /// Whether the tile that writes the sign of the product has written the right sign. Signs are compared as
  /// words, and any word except 0 and 1 is damaged.
  template <class Block>
  GBI_DEVICE static bool has_right_sign(Block& block, const verify_arguments& a) {
    if (a.signs[2] == nullptr) return true;
    const limb x = *a.signs[0], y = *a.signs[1];
    return (x | y) <= 1 && block.observe_alone(const_cast<limb*>(a.signs[2])) == (x ^ y);
  }

  /// The residue of a thread's limbs of a piece, with their weights in the piece, times 2^-64. Less than 5 q.
  template <class Block>
  GBI_DEVICE static limb residue_of_thread(Block& block, const verify_arguments& a, const limb_span& x,
                                           std::uint32_t piece, int thread) {
    limb* const limbs = const_cast<limb*>(x.limbs);  // only read, but with an atomic load
    limb loaded[rows];
    unroll<rows>([&](auto row) GBI_INLINE {
      const std::uint64_t at = std::uint64_t{piece} * carry_tile_limbs +
                               static_cast<std::uint32_t>(row * residue_threads + thread);
      loaded[row] = at < x.count ? block.observe_alone(limbs + at) : 0;
    });
    wide_limb weighted = 0;  // four products of 125 bits
    unroll<rows>([&](auto row) GBI_INLINE {
      weighted += wide_product(loaded[row], read_only(a.modulus.of_limb + row * residue_threads + thread));
    });
    return reduction_of(a).reduce_roughly(weighted);
  }

  /// The residue of a piece times 2^-192, for all lanes. Sums of 69 bits are added in three parts, which need
  /// no reduction.
  template <class Warp>
  GBI_DEVICE static void sum_of_piece(Warp& warp, const residue_memory& shared, const verify_arguments& a,
                                      per_thread<Warp, limb>& residue) {
    constexpr int part_bits = 23;
    constexpr std::uint32_t part_mask = (std::uint32_t{1} << part_bits) - 1;
    per_thread<Warp, std::uint32_t> low, middle, high;
    warp.phase([&](int lane) GBI_INLINE {
      wide_limb sum = 0;
      unroll<residue_threads / warp_threads>(
          [&](auto i) GBI_INLINE { sum += shared.of_thread[i * warp_threads + lane]; });
      low[lane] = static_cast<std::uint32_t>(low_limb(sum)) & part_mask;
      middle[lane] = static_cast<std::uint32_t>(low_limb(sum) >> part_bits) & part_mask;
      high[lane] = static_cast<std::uint32_t>(low_limb(sum >> 2 * part_bits));
    });
    const auto lows = warp.sum_of_warp(low), middles = warp.sum_of_warp(middle),
               highs = warp.sum_of_warp(high);
    warp.phase([&](int lane) GBI_INLINE {
      const wide_limb sum =
          lows[lane] + (limb{middles[lane]} << part_bits) + (wide_limb{highs[lane]} << 2 * part_bits);
      const montgomery_modulus reduction = reduction_of(a);
      residue[lane] = reduction.multiply(reduction.reduce(sum), shared.weight);
    });
  }

  /// Adds the residue of a piece of an operand, which the first two lanes know, to that of the operand.
  template <class Warp>
  GBI_DEVICE static void add_to_operand(Warp& warp, const verify_arguments& a, std::uint32_t number,
                                        const per_thread<Warp, limb>& residue) {
    warp.phase([&](int lane) GBI_INLINE {
      if (lane < 2)
        warp.atomic_add(&a.verdicts->residue[number][lane], counted_residue::half(residue[lane], lane));
    });
  }

  /// The sum of the tiles' residues, as it follows from the residues of the operands. `misses` is set for
  /// lanes whose word is not complete yet.
  template <class Warp>
  GBI_DEVICE static per_thread<Warp, limb> expected_sum(Warp& warp, const verify_arguments& a,
                                                        per_thread<Warp, bool>& misses) {
    constexpr int words = 4;
    per_thread<Warp, limb> word;
    warp.phase([&](int lane) GBI_INLINE {
      word[lane] = lane < words ? warp.observe_alone(&a.verdicts->residue[lane / 2][lane % 2]) : 0;
      misses[lane] = lane < words && counted_residue::count(word[lane]) != a.blocks[lane / 2];
    });
    const auto low = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % 2 * 2; });
    const auto high = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % 2 * 2 + 1; });
    const montgomery_modulus reduction = reduction_of(a);
    per_thread<Warp, limb> sum, expected;  // the sum of an operand, times 2^-256
    warp.phase([&](int lane)
                   GBI_INLINE { sum[lane] = reduction.reduce(counted_residue::sum(low[lane], high[lane])); });
    const auto x = warp.broadcast(sum, 0), y = warp.broadcast(sum, a.blocks[1] == 0 ? 0 : 1);
    warp.phase([&](int lane) GBI_INLINE {
      expected[lane] = reduction.multiply(reduction.multiply(x[lane], y[lane]), a.modulus.two_to_448);
    });
    return expected;
  }

  /// Adds the residue of a tile. The tile that adds the last one gives the verdict.
  template <class Warp>
  GBI_DEVICE static void add_and_decide(Warp& warp, const verify_arguments& a,
                                        const per_thread<Warp, limb>& residue) {
    limb* const of_product = &a.verdicts->residue[2][0];
    per_thread<Warp, limb> total;
    warp.phase([&](int lane) GBI_INLINE {
      total[lane] = lane == 0 ? warp.atomic_add(of_product, counted_residue::truncated(residue[lane])) : 0;
    });
    // This runs while the sum is on its way. The blocks of the operands come first, and most are done by now.
    per_thread<Warp, bool> misses;
    per_thread<Warp, limb> expected = expected_sum(warp, a, misses);
    warp.phase([&](int lane) GBI_INLINE { total[lane] += counted_residue::truncated(residue[lane]); });
    const auto all = warp.broadcast(total, 0);
    if (counted_residue::truncated_count(all[0]) != a.blocks[2]) return;
    while (warp.ballot(misses)[0] != 0) {
      warp.pause(100);
      expected = expected_sum(warp, a, misses);
    }
    per_thread<Warp, bool> agrees;
    warp.phase([&](int lane) GBI_INLINE {
      agrees[lane] = false;
      for (std::uint32_t k = static_cast<std::uint32_t>(lane); k < a.blocks[2]; k += warp_threads)
        agrees[lane] =
            agrees[lane] || counted_residue::is_truncated(all[lane], expected[lane] + k * a.modulus.prime);
      if (lane < 4) warp.publish_alone(&a.verdicts->residue[lane / 2][lane % 2], 0);
      if (lane == 4) warp.publish_alone(of_product, 0);
    });
    const bool holds = warp.ballot(agrees)[0] != 0;
    warp.phase([&](int lane) GBI_INLINE {
      if (lane == 0 && !holds && a.report.record != nullptr)
        warp.publish_to_host(a.report.record, a.report.ticket);
    });
  }

  /// 2^(64 carry_tile_limbs piece)
  GBI_DEVICE static limb weight_of(const verify_arguments& a, std::uint32_t piece) {
    const small_modulus modulus = verify_kernel::modulus_of(a);
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
