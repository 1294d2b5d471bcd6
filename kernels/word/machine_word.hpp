/// \file
/// The word in which a target multiplies: a GPU has a wide multiply-add of 32 bits, a processor one of 64
/// bits. Code in terms of `machine_word` and carry_chain.hpp runs at the full speed of either.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"
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

}  // namespace gbi::kernels
