/// \file
/// For code that has few registers: what follows from a value is computed again instead of being kept.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The value itself, of which the compiler knows no more than that it is less than Bound, a power of two:
/// not that it has met it before. Addresses that depend on it then live in one phase only, where they would
/// be kept in registers from phase to phase, or spilled.
template <int Bound>
GBI_DEVICE int recomputed(int value) {
  static_assert(Bound > 0 && (Bound & (Bound - 1)) == 0);
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(value));
  return value & (Bound - 1);
#else
  return value;
#endif
}

}  // namespace gbi::kernels
