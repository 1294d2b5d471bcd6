/// \file
/// Converts integers to residues and back. Constant matrices of bytes convert 32-bit words to residues.
/// Another one converts the digits of the second base to words, whose carries one thread per element
/// resolves.
///
/// To residues: reads 8 bytes per limb, and writes 16 Q bytes per element twice. Back: a product in residues,
/// and 32 bytes per limb written and read again.
#pragma once

#include "kernels/rns/field.hpp"
#include "kernels/word/add_carry.hpp"

namespace gbi::kernels {

template <int Quads, int Tiles, int Warps>
struct rns_in_kernel
    : kernel<rns_in_arguments, warp_threads * Warps, 1, typename rns_team<Quads, Tiles, Warps>::memory> {
  using team = rns_team<Quads, Tiles, Warps>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, typename team::memory& shared, const rns_in_arguments& args) {
    using field = rns_field<Block, team>;
    field f(block, shared, args.by);
    typename field::one_base x;
    block.lone_phase([&](int thread) {
      repeat<team::rows>([&](int row) {
        const std::uint64_t element = f.element(thread, row);
        repeat<2 * team::pairs>([&](int quad) {
          const auto word = static_cast<std::uint32_t>(field::residue(thread, quad));
          const limb found = element < args.elements ? limb_of(args.a, element, word / 2) : 0;
          x[thread].of[row][quad] = field::half_of(found, static_cast<int>(word));
        });
      });
    });
    typename field::words even;  // residues are stored in pairs of quads
    repeat<2>([&](int base) {
      f.extend_stored(base, x, [&](int thread, int row, int quad, const typename field::digit_sums& sums) {
        const std::uint64_t residue = reduced(joined(sums), f.prime(base, quad, thread).prime);
        std::uint64_t* const pair =
            f.lane_of(args.out, team::pack_words, thread) + field::place(base, quad / 2, row);
        if (quad % 2 == 1)
          *pair = even[thread].of[row] | residue << 32;
        else if (quad + 1 == Quads)
          *pair = residue;
        else
          even[thread].of[row] = static_cast<std::uint32_t>(residue);
      });
    });
    f.finish();
  }
};

template <int Quads, int Tiles, int Warps>
struct rns_out_kernel
    : kernel<rns_out_arguments, warp_threads * Warps, 1, typename rns_team<Quads, Tiles, Warps>::memory> {
  using team = rns_team<Quads, Tiles, Warps>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, typename team::memory& shared, const rns_out_arguments& args) {
    using field = rns_field<Block, team>;
    field f(block, shared, args.by);
    typename field::value x;
    if constexpr (team::in_memory) keep_in_memory(x);
    typename field::packs modulus, y;
    block.lone_phase([&](int thread) {
      modulus[thread] = f.lane_of(args.modulus.constants, args.modulus.stride, thread);
      y[thread] = f.lane_of(args.y, args.y_stride, thread);
      field::load(x[thread], f.lane_of(args.x, team::pack_words, thread));
    });
    typename field::one_base digits;
    f.multiply_last(
        digits, x,
        [&](int thread, int row, int base, int pair) { return y[thread][field::place(base, pair, row)]; },
        modulus);
    f.extend_stored(1, digits, [&](int thread, int row, int quad, const typename field::digit_sums& sums) {
      f.lane_of(args.sums, sums_of_pack(Quads, Tiles), thread)[(quad * team::rows + row) * warp_threads] =
          joined(sums);
    });
    f.finish();
  }
};

/// Resolves carries, and subtracts the modulus once if the number is not below it.
struct rns_carry_kernel : map_kernel<rns_carry_kernel, rns_carry_arguments, 128, 8> {
  GBI_BOTH static std::uint64_t count(const arguments& args) { return args.elements; }

  GBI_DEVICE static void run_at(const arguments& args, std::uint64_t element) {
    const auto each = elements_of_pack(args.shape.tiles);
    const auto inside = static_cast<std::uint32_t>(element % each);
    // The row of the element, and the first of its lanes.
    const std::uint32_t row = inside / 8, lane = inside % 8 * 4;
    const auto rows = static_cast<std::uint32_t>(2 * args.shape.tiles);
    const std::uint64_t* const sums =
        args.sums + element / each * sums_of_pack(args.shape.quads, args.shape.tiles) + row * 32 + lane;
    const auto sum_at = [&](std::uint32_t word) {
      return sums[std::uint64_t{word / 4} * rows * 32 + word % 4];
    };
    const bool is_even = limb_of(args.modulus, element, 0) % 2 == 0;
    std::uint64_t carry = 0;
    bool enough = true;  // a borrow is a missing carry: x - n = x + ~n + 1
    for (std::uint32_t j = 0; j < args.out.count; ++j) {
      const std::uint64_t low = sum_at(2 * j) + carry, high = sum_at(2 * j + 1) + (low >> 32);
      carry = high >> 32;
      const limb value = static_cast<std::uint32_t>(low) | high << 32;
      add_carry(value, ~limb_of(args.modulus, element, j), enough);
      set_limb(args.out, element, j, is_even ? 0 : value);
    }
    // A number below 2 n has at most one bit above the limbs of n.
    const bool exceeds = ((sum_at(2 * args.out.count) + carry) & 1) != 0 || enough;
    if (is_even || !exceeds) return;
    enough = true;
    for (std::uint32_t j = 0; j < args.out.count; ++j) {
      const limb value = args.out.limbs[j * args.out.limb_stride + element * args.out.element_stride];
      set_limb(args.out, element, j, add_carry(value, ~limb_of(args.modulus, element, j), enough));
    }
  }
};
rns_carry_kernel map_of(const rns_carry_arguments&);

}  // namespace gbi::kernels
