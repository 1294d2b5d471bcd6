/// \file
/// Primality and the next prime of numbers in host memory on the calling thread. The top limb of a number is
/// not 0. The definitions are those of src/number_theory: strong tests to base 2 and to further bases, and
/// the strong Lucas test with Selfridge's parameters.
#pragma once

#include <cstddef>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// Whether a word is prime. Proven: the strong test to seven bases decides this for all words (J. Sinclair,
/// 2011).
bool is_prime_word(limb n) noexcept;
/// The smallest prime above a, which is below 18446744073709551557, the largest prime of one word.
limb next_prime_word(limb a) noexcept;
inline constexpr limb largest_prime_word = 18446744073709551557U;

/// Limbs of scratch memory for tests of a number of n limbs.
std::size_t prime_scratch(std::size_t n) noexcept;
/// Whether an odd n > 2 passes the strong test to a base that is no multiple of n. The cost is a power modulo
/// n, for base 2 squares only. Source: M. Rabin, "Probabilistic algorithm for testing primality", J. Number
/// Theory 12 (1980).
bool is_strong_probable_prime(const limb* n, std::size_t size, limb base, limb* scratch) noexcept;
/// Whether an odd n of more than one limb passes the strong Lucas test with p = 1, q = (1 - d) / 4 and the
/// first d of 5, -7, 9, -11, ... with (d / n) = -1. It fails if n has a factor in common with an earlier d,
/// or is a square. About four products per bit. Source: R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math.
/// Comp. 35 (1980).
bool is_strong_lucas_probable_prime(const limb* n, std::size_t size, limb* scratch) noexcept;
/// Whether n passes trial division, the strong test to base 2, the strong Lucas test and the strong test to
/// rounds - 24 bases derived from `seed`. For a word: whether it is prime.
bool is_probable_prime(const limb* n, std::size_t size, int rounds, limb seed, limb* scratch) noexcept;

/// Limbs of scratch memory for next_prime().
std::size_t next_prime_scratch(std::size_t n) noexcept;
/// The smallest number above a of n >= 1 limbs that is_probable_prime() accepts with 25 rounds; in n + 1
/// limbs. Candidates are sieved by bits^2 / 96 primes, at most 3511. The remaining candidates take about one
/// strong test for every 20 bits of a.
void next_prime(limb* out, const limb* a, std::size_t n, limb seed, limb* scratch) noexcept;

}  // namespace gbi::words
