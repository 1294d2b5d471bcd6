/// \file
/// Loads from memory that is not written while the kernel runs: inputs and tables. The compiler may move such
/// loads ahead of stores to results, and the GPU may keep the data in its read-only cache.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class T>
GBI_DEVICE T read_only(const T* address) {
#if defined(__CUDA_ARCH__)
  if constexpr (sizeof(T) == 16)
    return __builtin_bit_cast(T, __ldg(reinterpret_cast<const ulonglong2*>(address)));
  else if constexpr (sizeof(T) == 8)
    return __builtin_bit_cast(T, __ldg(reinterpret_cast<const unsigned long long*>(address)));
  else
    return *address;
#else
  return *address;
#endif
}

}  // namespace gbi::kernels
