/// \file
/// The word in which a target multiplies: a GPU has a wide multiply-add of 32 bits, a processor one of 64.
/// Code that is written in terms of `machine_word` and `word_column_sum` runs at the speed of either.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
#include "kernels/word/product_sum.hpp"
#include "kernels/word/wide_product.hpp"

namespace gbi::kernels {

#if defined(__CUDACC__)
using machine_word = std::uint32_t;
using double_word = std::uint64_t;
#else
using machine_word = std::uint64_t;
using double_word = wide_limb;
#endif

inline constexpr int word_bits = static_cast<int>(8 * sizeof(machine_word));
inline constexpr int words_per_limb = limb_bits / word_bits;

GBI_BOTH constexpr machine_word low_word(double_word x) {
  return static_cast<machine_word>(x);
}
GBI_BOTH constexpr machine_word high_word(double_word x) {
  return static_cast<machine_word>(x >> word_bits);
}
GBI_BOTH constexpr double_word word_product(machine_word x, machine_word y) {
  return static_cast<double_word>(x) * y;
}

/// low + 2^(2 word_bits) high, a sum of up to 2^31 products of words.
struct word_column_sum {
  double_word low = 0;
  std::uint32_t high = 0;

  GBI_BOTH void add(machine_word x, machine_word y) {
#if defined(__CUDA_ARCH__)
    product_sum sum{low, high};
    sum.add(x, y);
    low = sum.low;
    high = sum.high;
#else
    add(word_product(x, y));
#endif
  }
  GBI_BOTH void add(double_word x) {
#if defined(__CUDA_ARCH__)
    asm("add.cc.u64 %0, %0, %2;\n\t"
        "addc.u32 %1, %1, 0;"
        : "+l"(low), "+r"(high)
        : "l"(x));
#else
    low += x;
    high += low < x;
#endif
  }
  GBI_BOTH machine_word word() const {
    return low_word(low);
  }
  /// What the sum carries to the next column.
  GBI_BOTH double_word carry() const {
    return static_cast<double_word>(high) << word_bits | high_word(low);
  }
};

}  // namespace gbi::kernels
