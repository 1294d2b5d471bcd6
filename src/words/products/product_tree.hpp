/// \file
/// Products of many words in host memory, on the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Limbs of scratch memory for product_of_words() with n factors.
std::size_t product_of_words_scratch(std::size_t n) noexcept;
/// The product of n >= 1 factors, none of which is 0, in n limbs; those above the product are undefined.
/// \returns its limbs. Both halves of the factors are multiplied in turn; few factors one by one.
std::size_t product_of_words(limb* out, const limb* factors, std::size_t n, limb* scratch) noexcept;

}  // namespace gbi::words
