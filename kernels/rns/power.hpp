/// \file
/// Powers in residues, and conversion to Montgomery form. The loop over products contains only one reduction,
/// because instruction caches are small.
#pragma once

#include "kernels/rns/field.hpp"

namespace gbi::kernels {

/// The window of `bits` bits of an exponent that starts at bit `from`.
GBI_DEVICE std::uint32_t window_of(const batch_span& exponent, std::uint64_t element, std::uint32_t from,
                                   std::uint32_t bits) {
  const std::uint32_t shift = from % limb_bits;
  const limb low = limb_of(exponent, element, from / limb_bits);
  const limb high = limb_of(exponent, element, from / limb_bits + 1);
  return static_cast<std::uint32_t>(low >> shift | high << 1 << (63 - shift)) & ((1u << bits) - 1);
}

/// Fixed windows, as in modular/power.hpp. A lane reads only those parts of the table that it has written.
template <int Quads, int Tiles, int Warps>
struct rns_power_kernel
    : kernel<rns_power_arguments, warp_threads * Warps, 1, typename rns_team<Quads, Tiles, Warps>::memory> {
  using team = rns_team<Quads, Tiles, Warps>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, typename team::memory& shared, const rns_power_arguments& args) {
    using field = rns_field<Block, team>;
    struct packs_of_rows {
      const std::uint64_t* of[team::rows];
    };
    field f(block, shared, args.by);
    typename field::value x;
    if constexpr (team::in_memory) keep_in_memory(x);
    typename field::packs modulus;
    per_thread<Block, packs_of_rows> factor;
    const bool enters = args.table == nullptr;
    const std::uint32_t entries = 1u << args.window_bits, cycle = args.window_bits + 1;
    const std::uint32_t windows = (args.exponent_bits + args.window_bits - 1) / args.window_bits;
    const std::uint32_t steps = enters ? 1 : entries + (windows > 1 ? (windows - 1) * cycle : 0);

    const auto all_from = [&](int thread, const std::uint64_t* pack) {
      repeat<team::rows>([&](int row) { factor[thread].of[row] = pack; });
    };
    const auto entry_of = [&](int thread, std::uint32_t index) {
      return f.lane_of(args.table, entries * team::pack_words, thread) + index * team::pack_words;
    };
    const auto entries_of_window = [&](int thread, std::uint32_t window) {
      repeat<team::rows>([&](int row) {
        const std::uint64_t element = f.element(thread, row);
        const bool is_there = element < args.elements && windows > 0;
        factor[thread].of[row] = entry_of(
            thread,
            is_there ? window_of(args.exponent, element, window * args.window_bits, args.window_bits) : 0);
      });
    };

    const auto own = [&](int thread) { return f.lane_of(args.x, team::pack_words, thread); };
    const auto square_of = [&](int thread) {
      return f.lane_of(args.modulus.square, args.modulus.stride, thread);
    };
    block.lone_phase([&](int thread) {
      modulus[thread] = f.lane_of(args.modulus.constants, args.modulus.stride, thread);
      field::load(x[thread], enters ? own(thread) : square_of(thread));
      all_from(thread, enters ? square_of(thread) : f.lane_of(args.unit, 0, thread));
    });
    for (std::uint32_t step = 0; step < steps; ++step) {
      const bool is_square = step >= entries && (step - entries) % cycle != args.window_bits;
      f.multiply(
          x,
          [&](int thread, int row, int base, int pair) {
            std::uint64_t y = field::pair_of(x[thread], base, pair, row);
            if (!is_square) y = factor[thread].of[row][field::place(base, pair, row)];
            return y;
          },
          modulus);
      if (enters) break;
      // Entries 0 and 1 are 1 and the base in Montgomery form, both by a product with A^2. Every other entry
      // is the previous one times the base.
      block.lone_phase([&](int thread) {
        if (step < entries) {
          field::store(x[thread], entry_of(thread, step));
          if (step == 0) {
            field::load(x[thread], own(thread));
            all_from(thread, square_of(thread));
          } else {
            all_from(thread, entry_of(thread, 1));
          }
        }
        if (step + 1 < entries || (step + 1 - entries) % cycle != 0) return;
        if (step + 1 == entries) {
          entries_of_window(thread, windows == 0 ? 0 : windows - 1);
          field::each([&](int base, int pair, int row) {
            field::set(x[thread], base, pair, row, factor[thread].of[row][field::place(base, pair, row)]);
          });
        }
        const std::uint32_t done = 1 + (step + 1 - entries) / cycle;
        if (done < windows) entries_of_window(thread, windows - 1 - done);
      });
    }
    block.lone_phase([&](int thread) { field::store(x[thread], own(thread)); });
    f.finish();
  }
};

}  // namespace gbi::kernels
