/// \file
/// The end of a product whose digits are proven, checked in the launch that writes it: a b = product modulo a
/// random prime of 61 bits, as in the verification (kernels/verify/verify.hpp). The product is read again
/// after it was written. The blocks before those of the tiles each take one piece of an operand, in parallel
/// with the tiles. The last tile gives the verdict.
///
/// Nothing else runs in the meantime, so the part after the store should be short:
///   - Residues are reduced by Montgomery's method. The residue of a piece has the factor 2^-128.
///   - Meanwhile, warps that have nothing else to do find the weight of the piece, look at the sign, and read
///     the residues of the operands, which are usually complete by then.
///   - The residue is added in two halves to two words of the verdict that also count the residues. So a tile
///     learns from the addition itself whether it is the last one and what the sum is, and memory need not be
///     ordered. While the addition is on its way, the expected sum is computed.
///   - The verdict is cleared by the next launch, because the end of a grid waits for its last store. So
///     launches use two verdicts in turn.
///
/// Tiles may complete the two words in different orders. Then two tiles complete one word each, and the
/// second of them to arrive at the verdict decides. No block waits for a later one, whatever the counts say,
/// and the next launch clears a damaged verdict.
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
  /// The thread that finds the weight of a piece and looks at the sign, and the first of four threads that
  /// read the residues of the operands, in warps that have nothing else to do if there are any.
  static constexpr int weighing_thread = Threads > residue_threads ? residue_threads : 0;
  static constexpr int reading_thread = Threads > residue_threads ? residue_threads + warp_threads : 0;
  struct residue_memory {
    limb of_thread[residue_threads];
    limb weight[2];  ///< of the two parts of a sum (sum_of_piece)
    limb of_operand[2][2];
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
    clear_spent(block, a);
    std::uint32_t number = 0, piece = block.index();
    while (number < 2 && piece >= a.blocks[number]) piece -= a.blocks[number++];
    if (number == 2) product_kernel::run_tile(block, shared.product, args.product, {0, piece});
    block.phase([&](int thread) GBI_INLINE {
      if (thread < residue_threads)
        shared.residues.of_thread[thread] = residue_of_thread(block, a, a.number[number], piece, thread);
      if (number == 2 && thread >= reading_thread && thread < reading_thread + 4)
        read_operand_word(block, shared.residues, a, thread - reading_thread);
      if (thread != weighing_thread) return;
      const limb weight = weight_of(a, piece);
      shared.residues.weight[0] = weight;
      shared.residues.weight[1] = verify_kernel::modulus_of(a).multiply(weight, limb{1} << lower_part_bits);
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
        add_and_decide(warp, shared.residues, a, residue);
      else
        add_residue(warp, a, number, residue);
    });
  }

 private:
  static constexpr int lower_part_bits = 46;

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

  /// The residue of a piece times 2^-128, for all lanes. The lanes' sums of 67 bits are added in three parts,
  /// of which the lower two make one again: two products by weights below 2^61 and one reduction.
  template <class Warp>
  GBI_DEVICE static void sum_of_piece(Warp& warp, const residue_memory& shared, const verify_arguments& a,
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

  /// Adds the residue of a piece, which the first two lanes know, to that of its number. Returns the words of
  /// these lanes before.
  template <class Warp>
  GBI_DEVICE static per_thread<Warp, limb> add_residue(Warp& warp, const verify_arguments& a,
                                                       std::uint32_t number,
                                                       const per_thread<Warp, limb>& residue) {
    per_thread<Warp, limb> before;
    warp.phase([&](int lane) GBI_INLINE {
      before[lane] = lane < 2 ? warp.atomic_add(&a.verdicts->residue[number][lane],
                                                counted_residue::half(residue[lane], lane))
                              : 0;
    });
    return before;
  }

  template <class Block>
  GBI_DEVICE static void read_operand_word(Block& block, residue_memory& shared, const verify_arguments& a,
                                           int which) {
    shared.of_operand[which / 2][which % 2] = block.observe_alone(&a.verdicts->residue[which / 2][which % 2]);
  }
  GBI_DEVICE static bool is_complete(const verify_arguments& a, std::uint32_t number, limb word) {
    return counted_residue::count(word) >= a.blocks[number];
  }
  GBI_DEVICE static bool are_complete(const verify_arguments& a, const limb (&of_operand)[2][2]) {
    return is_complete(a, 0, of_operand[0][0]) && is_complete(a, 0, of_operand[0][1]) &&
           is_complete(a, 1, of_operand[1][0]) && is_complete(a, 1, of_operand[1][1]);
  }
  /// The residue of the product that follows from those of the operands, each times 2^-192.
  GBI_DEVICE static limb expected_residue(const verify_arguments& a, const limb (&of_operand)[2][2]) {
    const montgomery_modulus reduction = reduction_of(a);
    const auto residue_of = [&](const limb(&word)[2]) GBI_INLINE {
      return reduction.reduce(counted_residue::sum(word[0], word[1]));
    };
    const limb x = residue_of(of_operand[0]), y = a.blocks[1] == 0 ? x : residue_of(of_operand[1]);
    return reduction.multiply(reduction.multiply(x, y), a.modulus.two_to_320);
  }

  /// Whether no other tile has arrived that completed one of the two words.
  template <class Warp>
  GBI_DEVICE static bool arrives_first(Warp& warp, const verify_arguments& a) {
    per_thread<Warp, std::uint32_t> before;
    warp.phase([&](int lane)
                   GBI_INLINE { before[lane] = lane == 0 ? warp.arrive(&a.verdicts->blocks_done) : 0; });
    return warp.broadcast(before, 0)[0] == 0;
  }

  /// Adds the residue of a tile. The tile that adds the last one gives the verdict.
  template <class Warp>
  GBI_DEVICE static void add_and_decide(Warp& warp, residue_memory& shared, const verify_arguments& a,
                                        const per_thread<Warp, limb>& residue) {
    auto word = add_residue(warp, a, 2, residue);
    limb expected = expected_residue(a, shared.of_operand);
    per_thread<Warp, bool> completes;
    warp.phase([&](int lane) GBI_INLINE {
      word[lane] += counted_residue::half(residue[lane], lane);
      completes[lane] = lane < 2 && is_complete(a, 2, word[lane]);
    });
    const std::uint32_t completed = warp.ballot(completes)[0];
    if (completed == 0) return;
    if (completed != 3) {
      if (arrives_first(warp, a)) return;
      warp.phase([&](int lane) GBI_INLINE {
        if (lane < 2) word[lane] = warp.observe_alone(&a.verdicts->residue[2][lane]);
      });
    }
    while (!are_complete(a, shared.of_operand)) {
      warp.pause(100);
      warp.phase([&](int lane) GBI_INLINE {
        if (lane < 4) read_operand_word(warp, shared, a, lane);
      });
      expected = expected_residue(a, shared.of_operand);
    }
    const auto low = warp.broadcast(word, 0), high = warp.broadcast(word, 1);
    warp.phase([&](int lane) GBI_INLINE {
      const bool is_damaged = counted_residue::count(low[lane]) != a.blocks[2] ||
                              counted_residue::count(high[lane]) != a.blocks[2];
      const limb found = reduction_of(a).reduce(counted_residue::sum(low[lane], high[lane]));
      if (lane == 0 && (is_damaged || found != expected) && a.report.record != nullptr)
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
