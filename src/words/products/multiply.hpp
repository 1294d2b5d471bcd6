/// \file
/// Products and squares of short numbers in host memory on the calling thread.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/words/level.hpp"

namespace gbi::words {

/// Products of at least in_use.long_product limbs and squares of at least long_square limbs.
void multiply_long(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                   limb* scratch) noexcept;
void square_long(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept;

/// Their scratch memory.
std::size_t multiply_long_scratch(std::size_t n, std::size_t m) noexcept;
std::size_t square_long_scratch(std::size_t n) noexcept;

/// Limbs of scratch memory for multiply() with operands of n >= m >= 1 limbs.
inline std::size_t multiply_scratch(std::size_t n, std::size_t m) noexcept {
  return m < in_use.long_product ? 0 : multiply_long_scratch(n, m);
}
/// out = a b: n + m limbs, n >= m >= 1.
inline void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                     limb* scratch) noexcept {
  if (n == 1) {
    const kernels::wide_limb product = kernels::wide_product(a[0], b[0]);
    out[0] = kernels::low_limb(product);
    out[1] = kernels::high_limb(product);
  } else if (m < in_use.long_product) {
    in_use.multiply(out, a, n, b, m);
  } else {
    multiply_long(out, a, n, b, m, scratch);
  }
}

/// Limbs of scratch memory for square() with n >= 1 limbs.
inline std::size_t square_scratch(std::size_t n) noexcept {
  return n < in_use.long_square ? 0 : square_long_scratch(n);
}
/// out = a^2: 2 n limbs, n >= 1.
inline void square(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept {
  if (n <= 2) return multiply(out, a, n, a, n, scratch);
  if (n < in_use.long_square)
    in_use.square(out, a, n);
  else
    square_long(out, a, n, scratch);
}

}  // namespace gbi::words
