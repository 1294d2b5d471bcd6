/// \file
/// Products and squares by Karatsuba's method: three products of half the size.
///
/// With B = 2^(64 h), (a0 + a1 B)(b0 + b1 B) = z0 + (z0 + z2 - (a0 - a1)(b0 - b1)) B + z2 B^2, where z0 = a0
/// b0 and z2 = a1 b1. O(n^1.585) products of limbs.
/// Source: A. Karatsuba, Y. Ofman, "Multiplication of many-digital numbers by automatic computers", Doklady
/// Akademii Nauk SSSR 145 (1962); with differences as in R. P. Brent, P. Zimmermann, "Modern Computer
/// Arithmetic" (2010), 1.3.2.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Limbs of scratch memory for n limbs, fewer than 4 n + 128.
std::size_t karatsuba_scratch(std::size_t n) noexcept;
/// out = a b: 2 n limbs, n >= 1.
void karatsuba(limb* out, const limb* a, const limb* b, std::size_t n, limb* scratch) noexcept;
/// out = a^2: 2 n limbs, n >= 1.
void karatsuba_square(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept;

}  // namespace gbi::words
