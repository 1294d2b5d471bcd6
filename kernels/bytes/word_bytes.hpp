/// \file
/// Words of shared memory as rows of bytes.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// A limb in two words, stored at once.
struct alignas(8) limb_halves {
  std::uint32_t low, high;
};

GBI_DEVICE void put_words(std::uint32_t* to, std::uint32_t low, std::uint32_t high) {
  *reinterpret_cast<limb_halves*>(to) = {low, high};
}

/// Four bytes of two words, from byte `from` on.
GBI_DEVICE std::uint32_t joined_bytes(std::uint32_t low, std::uint32_t high, int from) {
  return from == 0 ? low : low >> 8 * from | high << (32 - 8 * from);
}

/// The bytes of a word in reverse order.
GBI_DEVICE std::uint32_t reversed_bytes(std::uint32_t x) {
#if defined(__CUDA_ARCH__)
  return __byte_perm(x, 0, 0x0123);
#else
  return __builtin_bswap32(x);
#endif
}

}  // namespace gbi::kernels
