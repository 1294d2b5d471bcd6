/// \file
/// The two kinds of arithmetic modulo odd numbers on which kernels are built. Each has a team, a value with
/// an element in every thread, the same operations on values, and its own radix R.
#pragma once

#include "kernels/modular/fused_field.hpp"
#include "kernels/modular/word_field.hpp"

namespace gbi::kernels {

/// arithmetic::doubles: for devices where doubles are at least half as fast as floats.
struct by_doubles {
  template <class Block, int Limbs>
  using field = fused_field<Block, Limbs>;
  template <int Limbs, int Threads>
  using memory = digit_memory<Limbs, Threads>;
};

/// arithmetic::words
struct by_words {
  template <class Block, int Limbs>
  using field = word_field<Block, Limbs>;
  template <int Limbs, int Threads>
  using memory = word_field_memory<Limbs, Threads>;
};

/// A kernel of modular arithmetic. Kernel::run_team(block, field, args) gets the field of the block's teams;
/// each team has one element.
template <class Kernel, class Arguments, class Arithmetic, int Limbs, int Threads>
struct field_kernel
    : team_kernel<Arguments, Limbs, Threads, typename Arithmetic::template memory<Limbs, Threads>> {
  template <class Block>
  GBI_DEVICE static void run(Block& block, typename Arithmetic::template memory<Limbs, Threads>& shared,
                             const Arguments& args) {
    using field = typename Arithmetic::template field<Block, Limbs>;
    const typename field::team_type team(block, shared, args.team.threads, args.elements);
    Kernel::run_team(block, field(team, modulus_of(args.modulus)), args);
  }

 private:
  GBI_DEVICE static const batch_span& modulus_of(const batch_span& modulus) { return modulus; }
  GBI_DEVICE static const batch_span& modulus_of(const odd_modulus& modulus) { return modulus.modulus; }
};

}  // namespace gbi::kernels
