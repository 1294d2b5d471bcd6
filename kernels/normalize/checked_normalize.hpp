/// \file
/// The end of a product whose digits are proven, checked in the launch that writes it: a b = product modulo a
/// random prime of 61 bits, as in the verification (kernels/verify/verify.hpp). The product is read again
/// after it was written. The blocks after those of the tiles take a piece of an operand each, side by side
/// with the tiles, and the last block of the launch gives the verdict.
///
/// Reads 8 bytes per coefficient, and 8 per limb of the operands and of the product.
#pragma once

#include "kernels/normalize/normalize.hpp"
#include "kernels/verify/verify.hpp"

namespace gbi::kernels {

/// \tparam Threads of a block, residue_threads or a multiple.
template <int Threads>
struct checked_normalize_kernel {
  using product_kernel = normalize_kernel<long_tile, false, normalize_phases::both, Threads>;
  struct arguments {
    typename product_kernel::arguments product;
    verify_arguments check;  ///< of number 0 to 2; its `blocks` are the pieces of each
  };
  static constexpr bool in_order = true;
  static constexpr int threads = Threads;
  static constexpr int blocks_per_multiprocessor = product_kernel::blocks_per_multiprocessor;
  static constexpr int warps = Threads / warp_threads, rows = carry_tile_limbs / Threads;
  static_assert(carry_tile_limbs * 2 == residue_tile && Threads % residue_threads == 0);
  struct shared_memory {
    union {
      typename product_kernel::shared_memory product;
      limb of_warp[warps];
    };
    bool is_last;
  };

  GBI_BOTH static std::uint32_t blocks_of(const verify_arguments& a) {
    return a.blocks[0] + a.blocks[1] + a.blocks[2];
  }

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const verify_arguments& a = args.check;
    verdict& verdict = *a.verdicts;
    tell_progress(block, a.report);
    std::uint32_t number = 2, piece = block.index();
    if (piece < a.blocks[2]) {
      product_kernel::run(block, shared.product, args.product);
    } else {
      piece -= a.blocks[2];
      number = piece < a.blocks[0] ? 0 : 1;
      if (number == 1) piece -= a.blocks[0];
    }
    const limb sum = residue_of_piece(block, shared, a, a.number[number], piece);
    block.phase([&](int thread) GBI_INLINE {
      if (thread != 0) return;
      verify_kernel::add_residue(block, verdict, number, sum);
      shared.is_last = block.arrive(&verdict.blocks_done) + 1 == blocks_of(a);
    });
    if (shared.is_last)
      block.first_warp([&](auto& warp) GBI_INLINE { verify_kernel::decide(warp, a, verdict); });
  }

 private:
  /// The residue of the value that the limbs of a piece have in the number, for thread 0.
  template <class Block>
  GBI_DEVICE static limb residue_of_piece(Block& block, shared_memory& shared, const verify_arguments& a,
                                          const limb_span& x, std::uint32_t piece) {
    const small_modulus modulus = verify_kernel::modulus_of(a);
    limb* const limbs = const_cast<limb*>(x.limbs);  // only read, but by an atomic load
    per_thread<Block, limb> sum, place;
    block.warp_phase([&](int thread) GBI_INLINE {
      limb loaded[rows];
      unroll<rows>([&](auto row) GBI_INLINE {
        const std::uint64_t at =
            std::uint64_t{piece} * carry_tile_limbs + static_cast<std::uint32_t>(row * Threads + thread);
        loaded[row] = at < x.count ? block.observe_alone(limbs + at) : 0;
      });
      place[thread] = thread == 0 ? place_of(a, modulus, piece) : 0;
      wide_limb weighted = 0;  // at most four products of 125 bits
      unroll<rows>([&](auto row) GBI_INLINE {
        const int of_row = (row * Threads + thread) / residue_threads;
        weighted += wide_product(loaded[row], read_only(a.modulus.of_row + of_row));
      });
      sum[thread] =
          modulus.multiply(modulus.reduce(weighted), read_only(a.modulus.of_limb + thread % residue_threads));
    });
    verify_kernel::add_lanes(block, modulus, sum, warp_threads);
    block.phase([&](int thread) GBI_INLINE {
      if (thread % warp_threads == 0) shared.of_warp[thread / warp_threads] = sum[thread];
    });
    block.first_warp([&](auto& warp) GBI_INLINE {
      using warp_block = std::remove_reference_t<decltype(warp)>;
      per_thread<warp_block, limb> partial;
      warp.phase([&](int lane) GBI_INLINE { partial[lane] = lane < warps ? shared.of_warp[lane] : 0; });
      verify_kernel::add_lanes(warp, modulus, partial, warps);
      warp.phase([&](int lane) GBI_INLINE {
        if (lane == 0) shared.of_warp[0] = modulus.multiply(partial[lane], place[lane]);
      });
    });
    return shared.of_warp[0];
  }

  /// 2^(64 carry_tile_limbs piece)
  GBI_DEVICE static limb place_of(const verify_arguments& a, const small_modulus& modulus,
                                  std::uint32_t piece) {
    constexpr int bits = residue_modulus::tile_digit_bits;
    const limb* of_digit = a.modulus.of_place;
    std::uint32_t tile = piece / 2;
    limb place = read_only(of_digit + tile % (1 << bits));
    while ((tile >>= bits) != 0) {
      of_digit += 1 << bits;
      place = modulus.multiply(place, read_only(of_digit + tile % (1 << bits)));
    }
    if (piece % 2 != 0)
      place = modulus.multiply(place, read_only(a.modulus.of_row + carry_tile_limbs / residue_threads));
    return place;
  }
};

}  // namespace gbi::kernels
