/// \file
/// Roots of numbers in host memory, rounded down, on the calling thread. The top limb of a number is not 0.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// floor(sqrt(a)) of a word.
limb square_root_1(limb a) noexcept;

/// Limbs of scratch memory for square_root() with n >= 1 limbs.
std::size_t square_root_scratch(std::size_t n) noexcept;
/// a = root^2 + remainder, 0 <= remainder <= 2 root. The root has r = (n + 1) / 2 limbs; the remainder, which
/// may be null, has r + 1. Each of log(n) levels costs a quotient of half the length and a square.
/// Source: P. Zimmermann, "Karatsuba Square Root", INRIA RR-3805 (1999).
void square_root(limb* root, limb* remainder, const limb* a, std::size_t n, limb* scratch) noexcept;

/// Limbs of scratch memory for root() with a number of n >= 1 limbs.
std::size_t root_scratch(std::size_t n) noexcept;
/// a = root^k + remainder, k >= 1. The root has (n + k - 1) / k limbs; the remainder, which may be null, has
/// n. Newton's iteration from above with doubling precision; each step takes a power and a quotient.
/// Source: R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 1.5.2.
void root(limb* root, limb* remainder, const limb* a, std::size_t n, limb k, limb* scratch) noexcept;

/// The first prime p = 1 (mod k) above `least`. Only one in k integers is a k-th power modulo p, and a
/// remainder modulo p is rarely 0.
limb prime_above(limb least, limb k) noexcept;
/// Whether a, of n >= 1 limbs, is a square. Remainders modulo 64 and small primes rule out 99 of 100 other
/// numbers. Scratch memory as for square_root(), plus n + 2 limbs.
bool is_perfect_square(const limb* a, std::size_t n, limb* scratch) noexcept;
/// Whether a, of n >= 1 limbs, is b^k for an integer b and some k > 1; true for 1. For each prime k up to the
/// bit length, one remainder is checked; only one remainder in k belongs to a power. A root is computed if
/// that does not rule out k. Scratch memory as for root(), plus 2 n limbs. Source: E. Bach, J. Sorenson,
/// "Sieve algorithms for perfect power testing", Algorithmica 9 (1993).
bool is_perfect_power(const limb* a, std::size_t n, limb* scratch) noexcept;

}  // namespace gbi::words
