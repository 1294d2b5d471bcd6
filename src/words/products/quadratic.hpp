/// \file
/// Quadratic products and squares for each level. Callers use multiply() and square(), which end up here.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

namespace plain {
/// out = a b: n + m limbs, n >= m >= 1.
void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;
/// out = a^2: 2 n limbs, n >= 1.
void square(limb* out, const limb* a, std::size_t n) noexcept;
}  // namespace plain

#if defined(__x86_64__)
namespace adx {
limb multiply_1(limb* out, const limb* a, std::size_t n, limb b) noexcept;
limb add_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept;
limb subtract_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept;
void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;
void square(limb* out, const limb* a, std::size_t n) noexcept;
}  // namespace adx

namespace ifma {
void multiply(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept;
void square(limb* out, const limb* a, std::size_t n) noexcept;
}  // namespace ifma
#endif

}  // namespace gbi::words
