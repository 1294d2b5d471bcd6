/// \file
/// Limbs between slabs, which are consecutive limbs of a number, and strips, which are every P-th block of
/// limbs (docs/scale.md).
///
/// Packing and joining both read and write 8 bytes per limb.
#pragma once

#include "kernels/distribute/arguments.hpp"
#include "kernels/model/kernel.hpp"
#include "kernels/normalize/carry_kernel.hpp"

namespace gbi::kernels {

struct pack_kernel : map_kernel<pack_kernel, pack_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.count; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t i) {
    // Places in strips have 31 bits, because they are counted in words of 32 bits when digits are cut.
    const std::uint32_t pitch = a.layout.length + 1;
    const auto place = static_cast<std::uint32_t>(a.first + i);
    const std::uint32_t row = place / pitch, in_strip = place % pitch;
    const std::uint64_t block = std::uint64_t{row} * a.layout.ranks + a.rank;
    a.out[i] = a.slab[block * a.layout.length + in_strip - 1 - a.begin];
  }
};
pack_kernel map_of(const pack_arguments&);

struct bias_kernel : map_kernel<bias_kernel, bias_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.count; }

  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t i) {
    std::int64_t& lowest = a.coefficients[i * a.stride];
    // Wrong products may have arbitrary coefficients, so this must not overflow.
    lowest =
        static_cast<std::int64_t>(static_cast<std::uint64_t>(lowest) - static_cast<std::uint64_t>(a.bias));
  }
};
bias_kernel map_of(const bias_arguments&);

/// The limb above a strip and the lowest limb of the next strip form a pair, so the slab is a sum of two
/// numbers, and the carry look-ahead for sums finds the carries.
struct join_kernel : carry_kernel<join_arguments> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& args) {
    obey(block, args.sign);
    const std::uint32_t length = args.layout.length, ranks = args.layout.ranks;
    // Each thread divides only differences inside a tile. Below a slab that begins with limb 0 there is no
    // limb, and the first tile does not ask for it.
    const std::uint64_t tile = args.begin + std::uint64_t{block.index()} * carry_tile_limbs;
    const std::uint64_t from = tile == 0 ? 0 : tile - 1;
    const auto from_block = static_cast<std::uint32_t>(from / length);
    const auto from_limb = static_cast<std::uint32_t>(from % length);
    add_limbs(block, shared, args.chain, args.slab, false, false, [&](std::uint64_t i) -> limb_pair {
      if (i + 1 >= args.slab.count) return {0, 0};
      const std::uint32_t limbs = from_limb + static_cast<std::uint32_t>(args.begin + i - from);
      const std::uint32_t number = from_block + limbs / length, in_block = limbs % length;
      const limb here = limb_of(args, number % ranks, number / ranks, in_block);
      if (in_block != 0 || number == 0) return {here, 0};
      const std::uint32_t below = number - 1;
      return {here, limb_of(args, below % ranks, below / ranks, length) + std::uint64_t{strip_bias}};
    });
  }

 private:
  GBI_DEVICE static limb limb_of(const arguments& args, std::uint32_t rank, std::uint32_t row,
                                 std::uint32_t in_strip) {
    return args.strips[rank][row * (args.layout.length + std::uint64_t{1}) + in_strip - args.first[rank]];
  }
};

}  // namespace gbi::kernels
