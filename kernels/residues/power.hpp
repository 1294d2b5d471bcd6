/// \file
/// Powers in residues, and entrance to Montgomery's form. The loop over products has one product in it, whose
/// second factor changes, because the code of a product fills the instruction cache.
#pragma once

#include "kernels/residues/field.hpp"

namespace gbi::kernels {

/// The window of `bits` bits of an exponent that begins at bit `from`.
GBI_DEVICE std::uint32_t window_of(const batch_span& exponent, std::uint64_t element, std::uint32_t from,
                                   std::uint32_t bits) {
  const std::uint32_t shift = from % limb_bits;
  const limb low = limb_of(exponent, element, from / limb_bits);
  const limb high = limb_of(exponent, element, from / limb_bits + 1);
  return static_cast<std::uint32_t>(low >> shift | high << 1 << (63 - shift)) & ((1u << bits) - 1);
}

/// Fixed windows, as in modular/power.hpp. A lane reads only those parts of the table that it has written.
template <int Quads, int Tiles, int Warps>
struct residue_power_kernel : kernel<residue_power_arguments, warp_threads * Warps, 1,
                                     typename residue_team<Quads, Tiles, Warps>::memory> {
  using team = residue_team<Quads, Tiles, Warps>;

  template <class Block>
  GBI_DEVICE static void run(Block& block, typename team::memory& shared,
                             const residue_power_arguments& args) {
    using field = residue_field<Block, team>;
    struct packs_of_rows {
      const std::uint64_t* of[team::rows];
    };
    field f(block, shared, args.by);
    typename field::value x;
    typename field::packs modulus;
    per_thread<Block, packs_of_rows> factor;
    const bool enters = args.table == nullptr;
    const std::uint32_t entries = 1u << args.window_bits, cycle = args.window_bits + 1;
    const std::uint32_t windows = (args.exponent_bits + args.window_bits - 1) / args.window_bits;
    const std::uint32_t steps = enters ? 1 : entries + (windows > 1 ? (windows - 1) * cycle : 0);

    const auto all_from = [&](int thread, const std::uint64_t* pack) GBI_INLINE {
      repeat<team::rows>([&](int row) GBI_INLINE { factor[thread].of[row] = pack; });
    };
    const auto entry_of = [&](int thread, std::uint32_t index) GBI_INLINE {
      return args.table + (f.pack(thread) * entries + index) * team::pack_words;
    };
    const auto entries_of_window = [&](int thread, std::uint32_t window) GBI_INLINE {
      repeat<team::rows>([&](int row) GBI_INLINE {
        const std::uint64_t element = f.element(thread, row);
        const bool is_there = element < args.elements && windows > 0;
        factor[thread].of[row] = entry_of(
            thread,
            is_there ? window_of(args.exponent, element, window * args.window_bits, args.window_bits) : 0);
      });
    };

    block.lone_phase([&](int thread) GBI_INLINE {
      const std::uint64_t of_modulus = f.pack(thread) * args.modulus.stride;
      modulus[thread] = args.modulus.constants + of_modulus;
      field::load(x[thread],
                  enters ? args.x + f.pack(thread) * team::pack_words : args.modulus.square + of_modulus,
                  thread);
      all_from(thread, enters ? args.modulus.square + of_modulus : args.unit);
    });
    for (std::uint32_t step = 0; step < steps; ++step) {
      const bool is_square = step >= entries && (step - entries) % cycle != args.window_bits;
      f.multiply(x, modulus, [&](int thread, int row, int base, int pair) GBI_INLINE {
        const auto& own = x[thread].of[base][row];
        return is_square ? own[2 * pair] | std::uint64_t{own[2 * pair + 1]} << 32
                         : factor[thread].of[row][field::place(base, pair, row, thread)];
      });
      if (enters) break;
      // Entries 0 and 1 are 1 and the base in Montgomery's form, both by a product with A^2. Every other one
      // is the one before times the base.
      block.lone_phase([&](int thread) GBI_INLINE {
        if (step < entries) {
          field::store(x[thread], entry_of(thread, step), thread);
          if (step == 0) {
            field::load(x[thread], args.x + f.pack(thread) * team::pack_words, thread);
            all_from(thread, args.modulus.square + f.pack(thread) * args.modulus.stride);
          } else {
            all_from(thread, entry_of(thread, 1));
          }
        }
        if (step + 1 < entries || (step + 1 - entries) % cycle != 0) return;
        if (step + 1 == entries) {
          entries_of_window(thread, windows == 0 ? 0 : windows - 1);
          load_rows(x[thread], factor[thread], thread);
        }
        const std::uint32_t done = 1 + (step + 1 - entries) / cycle;
        if (done < windows) entries_of_window(thread, windows - 1 - done);
      });
    }
    block.lone_phase([&](int thread) GBI_INLINE {
      field::store(x[thread], args.x + f.pack(thread) * team::pack_words, thread);
    });
    f.finish();
  }

 private:
  template <class State, class Packs>
  GBI_DEVICE static void load_rows(State& x, const Packs& from, int thread) {
    repeat<2>([&](int base) GBI_INLINE {
      repeat<team::pairs>([&](int pair) GBI_INLINE {
        repeat<team::rows>([&](int row) GBI_INLINE {
          const std::uint32_t place = static_cast<std::uint32_t>(
              ((base * team::pairs + pair) * team::rows + row) * warp_threads + thread % warp_threads);
          const std::uint64_t word = from.of[row][place];
          x.of[base][row][2 * pair] = static_cast<std::uint32_t>(word);
          x.of[base][row][2 * pair + 1] = static_cast<std::uint32_t>(word >> 32);
        });
      });
    });
  }
};

}  // namespace gbi::kernels
