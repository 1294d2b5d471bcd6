/// \file
/// Counts zeros and ones of a word. Kernels must not use <bit> for this. nvcc does not know the builtins of
/// libstdc++ in device code and silently takes their result for a word of zeros instead.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// Zeros above the highest one; all bits of a word of zeros.
template <class Word>
GBI_BOTH constexpr int leading_zeros(Word word) {
  static_assert(std::is_unsigned_v<Word> && (sizeof(Word) == 4 || sizeof(Word) == 8));
#if defined(__CUDA_ARCH__)
  if (!std::is_constant_evaluated())
    return sizeof(Word) == 8 ? __clzll(static_cast<long long>(word)) : __clz(static_cast<int>(word));
#endif
  return std::countl_zero(word);
}

/// Zeros below the lowest one; all bits of a word of zeros.
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

/// Ones of a word.
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
