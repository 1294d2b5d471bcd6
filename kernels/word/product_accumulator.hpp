/// \file
/// Sums of products of 32-bit digits.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

/// low + 2^64 high, a sum of up to 2^32 products.
struct product_accumulator {
  std::uint64_t low = 0;
  std::uint32_t high = 0;

  /// Adds x y. On the GPU this is a wide multiply-add and an addition that collects its carry. Written
  /// without the carry flag, it would need extra instructions to compare the sum with the product.
  GBI_BOTH void add(std::uint32_t x, std::uint32_t y) {
#if defined(__CUDA_ARCH__)
    auto first = static_cast<std::uint32_t>(low), second = static_cast<std::uint32_t>(low >> 32);
    asm("mad.lo.cc.u32 %0, %3, %4, %0;\n\t"
        "madc.hi.cc.u32 %1, %3, %4, %1;\n\t"
        "addc.u32 %2, %2, 0;"
        : "+r"(first), "+r"(second), "+r"(high)
        : "r"(x), "r"(y));
    low = std::uint64_t{second} << 32 | first;
#else
    const std::uint64_t product = std::uint64_t{x} * y;
    low += product;
    high += low < product;
#endif
  }

  GBI_BOTH wide_limb value() const {
    return static_cast<wide_limb>(high) << 64 | low;
  }
};

}  // namespace gbi::kernels
