/// \file
/// Reductions over all bits of a number, or of a function of two: the lowest set bit, the number of set bits,
/// a digest.
///
/// Reads 8 bytes per limb of each operand. The search for the lowest set bit reads little beyond it.
#pragma once

#include "kernels/arithmetic/twos_complement.hpp"
#include "kernels/scan/limb_reduction.hpp"
#include "kernels/word/bit_count.hpp"
#include "kernels/word/mix.hpp"

namespace gbi::kernels {

/// A block returns at once if a lower set bit is already known. So a number with a set bit near its low end
/// costs a launch but no pass over memory.
struct lowest_one_kernel : limb_reduction<lowest_one_arguments> {
  struct shared_memory {
    limb_reduction_memory reduction;
    lowest_one known;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    if (args.only_if != nullptr && *args.only_if == 0) return;
    const std::uint64_t first = args.first_limb + std::uint64_t{block.index()} * tile_limbs;
    block.template phase<1>([&](int) { shared.known = block.observe_alone(args.result); });
    if (~shared.known < first * limb_bits) return;

    const bit_combination bits{args.f, twos_complement(args.a), twos_complement(args.b)};
    find_maximum(block, shared.reduction, args.first_limb, args.end_limb, args.result,
                 [&](std::uint64_t j) -> lowest_one {
                   const limb value = bits[j] & (j == args.first_limb ? args.first_mask : ~limb{0});
                   return value == 0 ? 0
                                     : ~(j * limb_bits + static_cast<std::uint32_t>(trailing_zeros(value)));
                 });
  }
};

struct ones_kernel : limb_reduction<ones_arguments, 16> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const bit_combination bits{args.f, twos_complement(args.a), twos_complement(args.b)};
    if (bits.negative()) {
      block.template phase<1>([&](int) {
        if (block.index() == 0) *args.result = ~limb{0};
      });
      return;
    }
    add_up(block, shared, args.end_limb, args.result,
           [&](std::uint64_t j) { return static_cast<limb>(count_ones(bits[j])); });
  }
};

/// The sum of one term per limb. A term depends on the limb and its index and is 0 for a limb of 0, so equal
/// numbers have equal digests whatever memory they occupy. Different limbs at an index have different terms,
/// so a single differing limb is always detected.
struct digest_kernel : limb_reduction<digest_arguments, 16> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    add_up(block, shared, args.a.count, args.result, [&](std::uint64_t j) {
      const std::uint64_t start = (j + 1) * mix_increment;
      return mixed(start + args.a.limbs[j]) - mixed(start);
    });
  }
};

}  // namespace gbi::kernels
