/// \file
/// What is found out of all bits of a number, or of a function of two: the lowest one, their sum, a digest.
///
/// Moves 8 bytes a limb of each operand, for the lowest one no more than about what lies below it.
#pragma once

#include "kernels/bits/twos_complement.hpp"
#include "kernels/model/block.hpp"
#include "kernels/scan/block_scan.hpp"
#include "kernels/scan/operators.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/mix.hpp"

namespace gbi::kernels {

/// Limbs that one block looks at.
inline constexpr int bits_tile_threads = 256;
inline constexpr int bits_tile_limbs = 4 * bits_tile_threads;

/// combine(term(j)) over the limbs j of this block's tile that lie before `end`, left in every thread.
template <class Block, class Operator, class Term>
GBI_DEVICE per_thread<Block, limb> reduce_tile(Block& block,
                                               block_scan_memory<limb, bits_tile_threads>& shared,
                                               std::uint64_t first, std::uint64_t end, Operator combine,
                                               Term&& term) {
  per_thread<Block, limb> total;
  block.phase([&](int thread) GBI_INLINE {
    limb of_thread = Operator::identity();
    for (int i = 0; i < bits_tile_limbs / bits_tile_threads; ++i) {
      const std::uint64_t j = first + static_cast<std::uint32_t>(i * bits_tile_threads + thread);
      if (j < end) of_thread = combine(of_thread, term(j));
    }
    total[thread] = of_thread;
  });
  block_reduce(block, shared, total, combine);
  return total;
}

/// Blocks that begin when a lower one is known leave at once, so that a number with a one near its end costs
/// a launch and no pass over memory.
struct lowest_one_kernel {
  using arguments = lowest_one_arguments;
  struct shared_memory {
    block_scan_memory<limb, bits_tile_threads> reduction;
    lowest_one known;
  };
  static constexpr int threads = bits_tile_threads;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    if (args.only_if != nullptr && *args.only_if == 0) return;
    const std::uint64_t first = args.first_limb + std::uint64_t{block.index()} * bits_tile_limbs;
    block.template phase<1>([&](int) GBI_INLINE { shared.known = block.observe_alone(args.result); });
    if (~shared.known < first * limb_bits) return;

    const bit_combination bits{args.f, twos_complement(args.a), twos_complement(args.b)};
    const auto best = reduce_tile(
        block, shared.reduction, first, args.end_limb, maximum<limb>{}, [&](std::uint64_t j) GBI_INLINE {
          const limb value = bits[j] & (j == args.first_limb ? args.first_mask : ~limb{0});
          return value == 0 ? 0 : ~(j * limb_bits + static_cast<std::uint32_t>(trailing_zeros(value)));
        });
    block.template phase<1>([&](int thread) GBI_INLINE {
      if (best[thread] != 0) block.atomic_max(args.result, best[thread]);
    });
  }
};

struct ones_kernel {
  using arguments = ones_arguments;
  using shared_memory = block_scan_memory<limb, bits_tile_threads>;
  static constexpr int threads = bits_tile_threads;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const bit_combination bits{args.f, twos_complement(args.a), twos_complement(args.b)};
    if (bits.negative()) {
      block.template phase<1>([&](int) GBI_INLINE {
        if (block.index() == 0) *args.result = ~limb{0};
      });
      return;
    }
    const auto ones =
        reduce_tile(block, shared, std::uint64_t{block.index()} * bits_tile_limbs, args.end_limb, sum<limb>{},
                    [&](std::uint64_t j) GBI_INLINE { return static_cast<limb>(count_ones(bits[j])); });
    block.template phase<1>([&](int thread) GBI_INLINE { block.atomic_add(args.result, ones[thread]); });
  }
};

/// The sum of a term for every limb, which depends on the limb and its index and is 0 for a limb of 0: equal
/// numbers have equal digests whatever memory they have, and a single limb that differs always shows, because
/// a term takes different values for different limbs.
struct digest_kernel {
  using arguments = digest_arguments;
  using shared_memory = block_scan_memory<limb, bits_tile_threads>;
  static constexpr int threads = bits_tile_threads;
  static constexpr int blocks_per_multiprocessor = 4;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const auto digest = reduce_tile(block, shared, std::uint64_t{block.index()} * bits_tile_limbs,
                                    args.a.count, sum<limb>{}, [&](std::uint64_t j) GBI_INLINE {
                                      const std::uint64_t start = (j + 1) * mix_increment;
                                      return mixed(start + args.a.limbs[j]) - mixed(start);
                                    });
    block.template phase<1>([&](int thread) GBI_INLINE { block.atomic_add(args.result, digest[thread]); });
  }
};

}  // namespace gbi::kernels
