/// \file
/// Remainders of numbers in host memory modulo the small primes, on the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// The i-th odd prime below 2^15: 3, 5, 7, ...
std::uint32_t small_prime(std::size_t i) noexcept;
/// How many of these primes sieve a search near a number of the given bits. Each prime costs less than the
/// strong tests that it saves.
std::size_t sieving_primes(std::size_t bits) noexcept;

/// For each of the first `count` primes, the least k >= 0 for which small_prime(i) divides start + 2 k.
/// Several primes share a word, and Montgomery reduction from the lowest limb on gives the remainder modulo
/// the word.
void first_odd_multiples(std::uint32_t* out, std::size_t count, const limb* start, std::size_t n) noexcept;

/// Whether one of the first odd primes divides n, which has more than one limb.
bool has_small_factor(const limb* a, std::size_t n) noexcept;

}  // namespace gbi::words
