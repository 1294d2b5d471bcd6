/// \file
/// Counts zeros and ones of a word. Kernels must not use <bit> for this. In device code, nvcc does not know
/// the builtins of libstdc++ and silently uses their result for a zero word instead.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The number of zeros above the highest set bit; the number of bits for a zero word.
template <class Word>
GBI_BOTH constexpr int leading_zeros(Word word) {
  static_assert(std::is_unsigned_v<Word> && (sizeof(Word) == 4 || sizeof(Word) == 8));
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated())
    return sizeof(Word) == 8 ? __clzll(static_cast<long long>(word)) : __clz(static_cast<int>(word));
#endif
  return std::countl_zero(word);
}

/// The number of zeros below the lowest set bit; the number of bits for a zero word.
template <class Word>
GBI_BOTH constexpr int trailing_zeros(Word word) {
  static_assert(std::is_unsigned_v<Word> && (sizeof(Word) == 4 || sizeof(Word) == 8));
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated())
    return sizeof(Word) == 8 ? __clzll(static_cast<long long>(__brevll(word)))
                             : __clz(static_cast<int>(__brev(static_cast<unsigned>(word))));
#endif
  return std::countr_zero(word);
}

/// The number of set bits of a word.
template <class Word>
GBI_BOTH constexpr int count_ones(Word word) {
  static_assert(std::is_unsigned_v<Word> && (sizeof(Word) == 4 || sizeof(Word) == 8));
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated())
    return sizeof(Word) == 8 ? __popcll(word) : __popc(static_cast<unsigned>(word));
#endif
  return std::popcount(word);
}

}  // namespace gbi::kernels
