/// \file
/// Products and squares of short numbers in host memory, by the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Limbs of scratch memory that multiply() takes for operands of n >= m >= 1 limbs.
std::size_t multiply_scratch(std::size_t n, std::size_t m) noexcept;
/// out = a b: n + m limbs, n >= m >= 1.
void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept;

/// Limbs of scratch memory that square() takes for n >= 1 limbs.
std::size_t square_scratch(std::size_t n) noexcept;
/// out = a^2: 2 n limbs, n >= 1.
void square(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept;

}  // namespace gbi::words
