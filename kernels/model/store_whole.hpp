/// \file
/// Stores of 16 bytes at once. nvcc splits assignments into stores of members, each of which takes as long as
/// a whole one.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class T>
GBI_DEVICE void store_whole(T* address, const T& value) {
  static_assert(sizeof(T) == 16 && alignof(T) == 16);
#if defined(__CUDA_ARCH__)
  __stcg(reinterpret_cast<ulonglong2*>(address), __builtin_bit_cast(ulonglong2, value));
#else
  *address = value;
#endif
}

}  // namespace gbi::kernels
