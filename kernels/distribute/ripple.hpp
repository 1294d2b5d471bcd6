/// \file
/// Carries between slabs. A slab is a map from what comes in, a number between -2^64 and 2^64, to what goes
/// out. The maps of all ranks are gathered, and every rank composes those of the ranks below it.
///
/// A carry goes on only through limbs that are all ones, a borrow only through limbs that are 0. So the map
/// of a slab follows from its overhang, its two lowest limbs, and how far the second one repeats, which is
/// nearly always decided at once: no block of slab_record_kernel reads on if limb 1 passes nothing on, or if
/// a block has found a limb that ends the run. ripple_kernel changes limbs up to the end of the run; all
/// other blocks return.
///
/// Source: the scan over several GPUs of A. Pérez Diéguez (PhD thesis, Universidade da Coruña, 2018, chapter
/// 6), where totals are gathered, scanned and added.
///
/// Reads a few words, and 8 bytes for each limb of a run; writes 8 for each limb of a run that a carry passes
/// through.
#pragma once

#include "kernels/distribute/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// Whether a limb passes on a carry (1) or a borrow (all ones).
GBI_BOTH constexpr bool passes_on(limb value, limb carry) {
  return value == (carry == 1 ? ~limb{0} : limb{0});
}

/// A carry or borrow of one word, in two words.
GBI_BOTH constexpr wide_limb extended(limb carry) {
  return carry == ~limb{0} ? ~wide_limb{0} : wide_limb{carry};
}

/// What goes out of a slab when `in` comes in; both in two's complement.
GBI_BOTH constexpr wide_limb through(const slab_record& slab, wide_limb in) {
  if (slab.count == 0) return in;
  limb carry = high_limb(in + slab.first);
  if (slab.count > 1 && (slab.unlike != 0 || !passes_on(slab.second, carry))) carry = 0;
  return (wide_limb{slab.overhang_sign} << 64 | slab.overhang) + extended(carry);
}

struct slab_record_kernel : kernel<slab_record_arguments, 256, 4> {
  static constexpr int limbs_of_thread = 16;
  static constexpr int tile_limbs = threads * limbs_of_thread;
  struct shared_memory {
    block_scan_memory<limb, threads> reduction;
    limb known;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const std::uint64_t count = args.slab.count;
    const limb second = count > 1 ? args.slab.limbs[1] : 0;
    if (block.index() == 0)
      block.template phase<1>([&](int) {
        slab_record& record = *args.record;
        record.overhang = args.overhang != nullptr ? *args.overhang : 0;
        record.overhang_sign = args.has_signed_overhang && record.overhang >> 63 != 0 ? ~limb{0} : 0;
        record.count = count;
        record.first = count > 0 ? args.slab.limbs[0] : 0;
        record.second = second;
      });
    if (second != 0 && second != ~limb{0}) return;
    const std::uint64_t begin = 2 + std::uint64_t{block.index()} * tile_limbs;
    block.template phase<1>([&](int) { shared.known = block.observe_alone(&args.record->unlike); });
    if (begin >= count || ~shared.known < begin) return;
    per_thread<Block, limb> lowest;
    block.phase([&](int thread) {
      limb found = 0;
      for (int i = limbs_of_thread; i-- > 0;) {
        const std::uint64_t j = begin + static_cast<std::uint32_t>(i * threads + thread);
        if (j < count && args.slab.limbs[j] != second) found = ~j;
      }
      lowest[thread] = found;
    });
    block_reduce(block, shared.reduction, lowest, maximum<limb>{});
    block.template phase<1>([&](int thread) {
      if (lowest[thread] != 0) block.atomic_max(&args.record->unlike, lowest[thread]);
    });
  }
};

struct ripple_kernel : kernel<ripple_arguments, 256, 4> {
  static constexpr int limbs_of_thread = 16;
  static constexpr int tile_limbs = threads * limbs_of_thread;

  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const arguments& args) {
    const slab_record& own = args.records[args.rank];
    const std::uint64_t begin = std::uint64_t{block.index()} * tile_limbs;
    const std::uint64_t run_end = own.second == 0 || own.second == ~limb{0} ? ~own.unlike : 1;
    if (begin > run_end) return;

    wide_limb in = args.one_if != nullptr && *args.one_if != 0 && (*args.sign != 0) != args.is_negated;
    for (std::uint32_t below = 0; below < args.rank; ++below) in = through(args.records[below], in);
    if (in == 0) return;
    const wide_limb lowest = in + own.first;
    const limb carry = high_limb(lowest);
    // The lowest limb that does not pass the carry on.
    const std::uint64_t last = carry == 0 ? 0 : passes_on(own.second, carry) ? run_end : 1;
    block.phase([&](int thread) {
      for (int i = 0; i < limbs_of_thread; ++i) {
        const std::uint64_t j = begin + static_cast<std::uint32_t>(i * threads + thread);
        if (j >= args.slab.count || j > last) break;
        args.slab.limbs[j] = j == 0 ? low_limb(lowest) : args.slab.limbs[j] + carry;
      }
    });
  }
};

}  // namespace gbi::kernels
