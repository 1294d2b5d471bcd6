/// \file
/// Roots of numbers in host memory, rounded down, by the calling thread. The top limb of a number is not 0.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// floor(sqrt(a)) of a word.
limb square_root_1(limb a) noexcept;

/// Limbs of scratch memory that square_root() takes for n >= 1 limbs.
std::size_t square_root_scratch(std::size_t n) noexcept;
/// a = root^2 + remainder, 0 <= remainder <= 2 root: a root of r = (n + 1) / 2 limbs, and r + 1 limbs of the
/// remainder, which may be null. A quotient of half the length and a square at each of log(n) levels.
/// Source: P. Zimmermann, "Karatsuba Square Root", INRIA RR-3805 (1999).
void square_root(limb* root, limb* remainder, const limb* a, std::size_t n, limb* scratch) noexcept;

/// Limbs of scratch memory that root() takes for a number of n >= 1 limbs.
std::size_t root_scratch(std::size_t n) noexcept;
/// a = root^k + remainder, k >= 1: a root of (n + k - 1) / k limbs, and n limbs of the remainder, which may
/// be null. Newton's iteration from above with precision doubling, each step a power and a quotient. Source:
/// R. Brent, P. Zimmermann, "Modern Computer Arithmetic" (2010), 1.5.2.
void root(limb* root, limb* remainder, const limb* a, std::size_t n, limb k, limb* scratch) noexcept;

/// Whether a of n >= 1 limbs is a square. Residues modulo 64 and small primes rule out 99 in 100 numbers that
/// are none. Scratch as square_root() and n + 2 limbs.
bool is_perfect_square(const limb* a, std::size_t n, limb* scratch) noexcept;
/// Whether a of n >= 1 limbs is b^k for an integer b and some k > 1; 1 is. One residue for each prime k up to
/// the bit length, of which only one in k is one of a power, and a root where that does not rule k out.
/// Scratch as root() and 2 n limbs. Source: E. Bach, J. Sorenson, "Sieve algorithms for perfect power
/// testing", Algorithmica 9 (1993).
bool is_perfect_power(const limb* a, std::size_t n, limb* scratch) noexcept;

}  // namespace gbi::words
