/// \file
/// Uniformly random limbs.
///
/// Writes 8 bytes per limb; ten products of 32 x 32 bits per limb.
#pragma once

#include "kernels/arithmetic/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/model/store_whole.hpp"
#include "kernels/model/tile_phase.hpp"
#include "kernels/word/philox.hpp"
#include "kernels/word/tile_operands.hpp"

namespace gbi::kernels {

/// A random block is two limbs. Threads write whole blocks of 16 bytes where the result is aligned to them.
struct random_kernel : kernel<random_arguments, 256, 4> {
  static constexpr int blocks_of_thread = 4;
  static constexpr int tile_limbs = 2 * threads * blocks_of_thread;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory&, const arguments& args) {
    const std::uint64_t draw = args.first_draw + block.batch();
    limb* const out = args.out.limbs + block.batch() * args.out.stride;
    const std::uint64_t first = args.first_limb / 2 + std::uint64_t{block.index()} * (tile_limbs / 2);
    const std::int32_t begin = near_tile(static_cast<std::int64_t>(args.first_limb - 2 * first));
    const std::int32_t end =
        near_tile(static_cast<std::int64_t>(args.first_limb + args.out.count - 2 * first));
    limb* const tile =
        args.out.count > 0 ? out + static_cast<std::int64_t>(2 * first - args.first_limb) : out;
    const bool whole =
        begin <= 0 && end > tile_limbs && reinterpret_cast<std::uintptr_t>(tile) % alignof(philox_block) == 0;
    tile_phase<blocks_of_thread>(
        block, static_cast<std::uint64_t>(end < 0 ? 0 : end + 1) / 2,
        [&](int i) {
          const std::uint64_t at = first + static_cast<std::uint32_t>(i);
          return philox({{low(at), high(at), low(draw), high(draw)}}, low(args.key), high(args.key));
        },
        [&](int, int i, const philox_block& random) {
          if (whole) return store_whole(reinterpret_cast<philox_block*>(tile) + i, random);
          for (std::int32_t half = 0; half < 2; ++half) {
            const std::int32_t at = 2 * i + half;
            if (at < begin || at >= end) continue;
            const limb value = limb{random.word[2 * half + 1]} << 32 | random.word[2 * half];
            tile[at] = value & (at + 1 == end ? args.last_mask : ~limb{0});
          }
        });
    block.lone_phase([&](int thread) {
      if (args.sign_result != nullptr && thread == 0 && block.index() == 0) *args.sign_result = 0;
    });
  }

 private:
  GBI_BOTH static constexpr std::uint32_t low(std::uint64_t x) { return static_cast<std::uint32_t>(x); }
  GBI_BOTH static constexpr std::uint32_t high(std::uint64_t x) {
    return static_cast<std::uint32_t>(x >> 32);
  }
};

}  // namespace gbi::kernels
