/// \file
/// Kernels that reduce the limbs of a number to one word: each block reduces a tile and combines its result
/// with those of the other blocks by an atomic operation.
#pragma once

#include "kernels/model/kernel.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::kernels {

inline constexpr int limb_reduction_threads = 256;
using limb_reduction_memory = block_scan_memory<limb, limb_reduction_threads>;

/// \tparam LimbsOfThread the limbs per thread, whose loads overlap. A block's barriers and its atomic
/// operation take as long as several loads, so terms that read one limb need more limbs per thread than terms
/// that read two.
template <class Arguments, int LimbsOfThread = 4>
struct limb_reduction : kernel<Arguments, limb_reduction_threads, 4, limb_reduction_memory> {
  static constexpr int limbs_of_thread = LimbsOfThread;
  static constexpr int tile_limbs = limb_reduction_threads * limbs_of_thread;

  /// *result = max(*result, term(j)) over this block's tile of the limbs begin <= j < end.
  template <class Block, class Term>
  GBI_DEVICE static void find_maximum(Block& block, limb_reduction_memory& shared, std::uint64_t begin,
                                      std::uint64_t end, limb* result, Term&& term) {
    const auto best = reduce_tile(block, shared, begin, end, maximum<limb>{}, term);
    block.template phase<1>([&](int thread) {
      if (best[thread] != 0) block.atomic_max(result, best[thread]);
    });
  }

  /// *result += the sum of term(j) over this block's tile of the limbs j < end.
  template <class Block, class Term>
  GBI_DEVICE static void add_up(Block& block, limb_reduction_memory& shared, std::uint64_t end, limb* result,
                                Term&& term) {
    const auto total = reduce_tile(block, shared, 0, end, sum<limb>{}, term);
    block.template phase<1>([&](int thread) { block.atomic_add(result, total[thread]); });
  }

 private:
  /// combine(term(j)) over the tile's limbs, in every thread.
  template <class Block, class Operator, class Term>
  GBI_DEVICE static per_thread<Block, limb> reduce_tile(Block& block, limb_reduction_memory& shared,
                                                        std::uint64_t begin, std::uint64_t end,
                                                        Operator combine, Term&& term) {
    const std::uint64_t first = begin + std::uint64_t{block.index()} * tile_limbs;
    per_thread<Block, limb> total;
    block.phase([&](int thread) {
      limb of_thread = Operator::identity();
      unroll<limbs_of_thread>([&](auto i) {
        const std::uint64_t j = first + static_cast<std::uint32_t>(i * limb_reduction_threads + thread);
        if (j < end) of_thread = combine(of_thread, term(j));
      });
      total[thread] = of_thread;
    });
    block_reduce(block, shared, total, combine);
    return total;
  }
};

}  // namespace gbi::kernels
