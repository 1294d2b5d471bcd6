/// \file
/// Access to large arrays that each kernel reads or writes once: the cache keeps other data longer.
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class T>
GBI_DEVICE T read_once(const T* address) {
  static_assert(sizeof(T) == 16);
#if defined(__CUDA_ARCH__)
  return __builtin_bit_cast(T, __ldcs(reinterpret_cast<const double2*>(address)));
#else
  return *address;
#endif
}

template <class T>
GBI_DEVICE void write_once(T* address, const T& value) {
  static_assert(sizeof(T) == 16);
#if defined(__CUDA_ARCH__)
  __stcs(reinterpret_cast<double2*>(address), __builtin_bit_cast(double2, value));
#else
  *address = value;
#endif
}

/// Asks for the line of an address that will be read soon.
GBI_DEVICE void prefetch(const void* address) {
#if defined(__CUDA_ARCH__)
  asm volatile("prefetch.global.L2 [%0];" ::"l"(address));
#else
  __builtin_prefetch(address);
#endif
}

}  // namespace gbi::kernels
