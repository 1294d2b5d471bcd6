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

/// A block stops if a lower set bit is already known. So a number with a set bit near its low end costs a
/// launch but no pass over memory.
struct lowest_one_kernel : limb_reduction<lowest_one_arguments, 4> {
  using shared_memory = first_term_memory;

  struct tile {
    bit_combination bits;
    std::uint64_t first;
    std::int32_t end;
    limb first_mask;

    GBI_DEVICE auto load(std::int32_t at) const { return bits.load(at); }
    GBI_DEVICE lowest_one term(bit_combination::loaded loaded, std::int32_t at) const {
      const limb value = bits.value(loaded, at) & (at == 0 ? first_mask : ~limb{0});
      return value == 0 || at >= end ? 0
                                     : ~((first + static_cast<std::uint32_t>(at)) * limb_bits +
                                         static_cast<std::uint32_t>(trailing_zeros(value)));
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const bool wanted = args.only_if == nullptr || *args.only_if != 0;
    const std::uint64_t limbs = wanted ? args.end_limb - args.first_limb : 0;
    find_first(
        block, shared, limbs, args.result,
        [&](std::uint64_t at) -> lowest_one { return ~((args.first_limb + at) * limb_bits); },
        [&](std::uint64_t at) {
          return tile{bit_combination(args.f, args.a, args.b, args.first_limb + at), args.first_limb + at,
                      near_tile(static_cast<std::int64_t>(limbs - at)), at == 0 ? args.first_mask : ~limb{0}};
        });
  }
};

/// The set bits of a number that is not negative.
struct ones_of_one_kernel : limb_reduction<ones_arguments, 16> {
  struct tile {
    operand_of_tile a;

    GBI_DEVICE limb load(std::int32_t at) const { return a(at); }
    GBI_DEVICE limb term(limb loaded, std::int32_t) const { return static_cast<limb>(count_ones(loaded)); }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const bit_operand& a = args.a;
    add_up(block, shared, args.end_limb, args.result, [&](std::uint64_t at) {
      return tile{operand_of_tile(a.limbs, a.count, static_cast<std::int64_t>(at - a.offset))};
    });
  }
};

struct ones_kernel : limb_reduction<ones_arguments, 8> {
  struct tile {
    bit_combination bits;

    GBI_DEVICE auto load(std::int32_t at) const { return bits.load(at); }
    GBI_DEVICE limb term(bit_combination::loaded loaded, std::int32_t at) const {
      return static_cast<limb>(count_ones(bits.value(loaded, at)));
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    const bool infinite = bit_combination(args.f, args.a, args.b, 0).negative();
    add_up(
        block, shared, infinite ? 0 : args.end_limb, args.result,
        [&](std::uint64_t at) { return tile{bit_combination(args.f, args.a, args.b, at)}; },
        infinite ? ~limb{0} : 0);
  }
};

/// The sum of one term per limb. A term depends on the limb and its index and is 0 for a limb of 0, so equal
/// numbers have equal digests whatever memory they occupy. Different limbs at an index have different terms,
/// so a single differing limb is always detected.
struct digest_kernel : limb_reduction<digest_arguments, 8> {
  struct tile {
    operand_of_tile a;
    std::uint64_t first;

    GBI_DEVICE limb load(std::int32_t at) const { return a(at); }
    GBI_DEVICE limb term(limb loaded, std::int32_t at) const {
      const std::uint64_t start = (first + static_cast<std::uint32_t>(at) + 1) * mix_increment;
      return mixed(start + loaded) - mixed(start);
    }
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    add_up(block, shared, args.a.count, args.result, [&](std::uint64_t at) {
      return tile{operand_of_tile(args.a.limbs, args.a.count, static_cast<std::int64_t>(at)), at};
    });
  }
};

}  // namespace gbi::kernels
