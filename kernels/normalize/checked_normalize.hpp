/// \file
/// The end of a product whose digits are proven, checked in the launch that writes it: a b = product modulo a
/// random prime of 61 bits, as in the verification (kernels/verify/verify.hpp). The product is read again
/// after it was written. The blocks before those of the tiles take one piece of an operand each, in parallel
/// with the tiles, and the last tile gives the verdict.
///
/// Nothing else runs in the meantime, so the part after the store should be short:
///   - Residues are reduced by Montgomery's method. Each one of a piece has the factor 2^-192.
///   - It is added in two parts to two words of the verdict, which also count their parts. So a block learns
///     from the addition itself whether it is the last one and what all have added, and memory need not be
///     ordered.
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
  static_assert(carry_tile_limbs * 2 == residue_tile && Threads >= residue_threads);
  union shared_memory {
    typename product_kernel::shared_memory product;
    limb of_thread[residue_threads];
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
    per_thread<Block, limb> weight;
    block.template phase<residue_threads>([&](int thread) GBI_INLINE {
      shared.of_thread[thread] = residue_of_thread(block, a, a.number[number], piece, thread);
      weight[thread] = thread < warp_threads ? weight_of(a, piece) : 0;
    });
    block.first_warp([&](auto& warp) GBI_INLINE {
      using warp_block = std::remove_reference_t<decltype(warp)>;
      per_thread<warp_block, limb> residue;
      warp.phase([&](int lane) GBI_INLINE {
        limb sum = 0;  // the sum of eight residues of 61 bits
        unroll<residue_threads / warp_threads>(
            [&](auto i) GBI_INLINE { sum += shared.of_thread[i * warp_threads + lane]; });
        residue[lane] = reduction_of(a).multiply(sum, weight[lane]);
      });
      verify_kernel::add_lanes(warp, verify_kernel::modulus_of(a), residue, warp_threads);
      warp.phase([&](int lane) GBI_INLINE {
        // Any other residue makes the product wrong.
        if (number == 2 && piece == 0 && !has_right_sign(warp, a))
          residue[lane] = verify_kernel::modulus_of(a).add(residue[lane], 1);
      });
      add_and_decide(warp, a, number, residue);
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

  /// The residue of a thread's limbs of a piece, with their weights in the piece, times 2^-128.
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
    wide_limb weighted = 0;
    unroll<rows>([&](auto row) GBI_INLINE {
      weighted += wide_product(loaded[row], read_only(a.modulus.of_row + row));
    });
    // Four products of 125 bits: after the reduction, less than 5 q remains, which fits in a limb.
    const montgomery_modulus reduction = reduction_of(a);
    return reduction.multiply(reduction.reduce_roughly(weighted), read_only(a.modulus.of_limb + thread));
  }

  /// Adds the residue of a piece, which the first two lanes know, to the residue of its number. The tile that
  /// adds the last residue of the product gives the verdict.
  template <class Warp>
  GBI_DEVICE static void add_and_decide(Warp& warp, const verify_arguments& a, std::uint32_t number,
                                        const per_thread<Warp, limb>& residue) {
    // Two lanes for each number: the product, then the operands.
    constexpr int words = 6;
    const auto number_of = [&](int lane) GBI_INLINE {
      return lane < 2 ? number : static_cast<std::uint32_t>(lane / 2 - 1);
    };
    const auto word_of = [&](int lane) GBI_INLINE { return &a.verdicts->residue[number_of(lane)][lane % 2]; };
    per_thread<Warp, limb> word;
    per_thread<Warp, bool> misses;
    const auto look_at = [&](int lane, limb found) GBI_INLINE {
      word[lane] = found;
      misses[lane] = counted_residue::count(found) != a.blocks[number_of(lane)];
    };
    warp.phase([&](int lane) GBI_INLINE {
      if (lane < 2) {
        const limb half = counted_residue::half(residue[lane], lane);
        look_at(lane, warp.atomic_add(word_of(lane), half) + half);
      } else if (lane < words) {
        look_at(lane, number == 2 ? warp.observe_alone(word_of(lane)) : 0);
      } else {
        word[lane] = 0;
        misses[lane] = false;
      }
    });
    if (number != 2 || (warp.ballot(misses)[0] & 1) != 0) return;
    // Wait for blocks that are already running to add the rest: operands come first, and other tiles add
    // their second halves.
    while (warp.ballot(misses)[0] != 0) {
      warp.pause(100);
      warp.phase([&](int lane) GBI_INLINE {
        if (misses[lane]) look_at(lane, warp.observe_alone(word_of(lane)));
      });
    }
    const auto low = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % 3 * 2; });
    const auto high = warp.shuffle(word, [](int lane) GBI_INLINE { return lane % 3 * 2 + 1; });
    const montgomery_modulus reduction = reduction_of(a);
    per_thread<Warp, limb> sum;  // for the product, a and b, times 2^-256
    warp.phase([&](int lane) GBI_INLINE {
      sum[lane] = reduction.reduce(counted_residue::sum(low[lane], high[lane]));
      if (lane < words) warp.publish_alone(word_of(lane), 0);
    });
    const auto x = warp.broadcast(sum, 1), y = warp.broadcast(sum, a.blocks[1] == 0 ? 1 : 2);
    warp.phase([&](int lane) GBI_INLINE {
      const bool holds =
          reduction.multiply(x[lane], y[lane]) == reduction.multiply(sum[lane], a.modulus.two_to_minus_256);
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
