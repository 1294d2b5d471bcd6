/// \file
/// Saves registers by computing values again instead of keeping them.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Returns the value, but the compiler only knows that it is less than Bound, a power of two, and cannot
/// recognise it as a value seen before. So addresses that depend on it live in one phase only; otherwise,
/// they would be kept in registers from phase to phase, or spilled.
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
