/// \file
/// Values that a compiler knows nothing about.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The same value. A check of what was computed from it must be computed, too: the compiler cannot conclude
/// that it holds.
GBI_BOTH std::uint64_t opaque(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  asm("" : "+l"(x));
#else
  asm("" : "+r"(x));
#endif
  return x;
}

}  // namespace gbi::kernels
