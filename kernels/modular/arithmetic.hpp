/// \file
/// The arithmetics modulo odd numbers from which kernels are made. Both have a team, a value that is an
/// element in every thread, and the same operations on them; numbers R of their own.
#pragma once

#include "kernels/modular/fused_field.hpp"
#include "kernels/modular/word_field.hpp"

namespace gbi::kernels {

/// arithmetic::doubles: where doubles are as fast as floats, or half as fast.
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
  using memory = word_memory<Limbs, Threads>;
};

}  // namespace gbi::kernels
