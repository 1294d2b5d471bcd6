/// \file
/// Values that are opaque to the compiler.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The same value. The compiler cannot conclude that a check of results computed from it holds, so it must
/// compute the check.
GBI_BOTH std::uint64_t opaque(std::uint64_t x) {
#if defined(__CUDA_ARCH__)
  asm("" : "+l"(x));
#else
  asm("" : "+r"(x));
#endif
  return x;
}

}  // namespace gbi::kernels
