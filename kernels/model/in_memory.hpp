/// \file
/// Values of a thread that are too large for registers.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Keeps a value in the thread's own memory, which a GPU caches. From barrier to barrier, registers may hold
/// parts of it. Otherwise, nvcc would keep all of it in registers and spill whatever does not fit.
template <class T>
GBI_DEVICE void keep_in_memory([[maybe_unused]] T& value) {
#if defined(__CUDA_ARCH__)
  asm volatile("" ::"l"(&value) : "memory");
#endif
}

}  // namespace gbi::kernels
