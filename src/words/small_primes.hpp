/// \file
/// Residues of numbers in host memory modulo the small primes, by the calling thread.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/word/limb.hpp"

namespace gbi::words {

/// The i-th odd prime below 2^15: 3, 5, 7, ...
std::uint32_t small_prime(std::size_t i) noexcept;
/// How many of them a search beside a number of so many bits sieves by: as long as one more costs less than
/// the strong tests that it saves.
std::size_t sieving_primes(std::size_t bits) noexcept;

/// The least k >= 0 with which small_prime(i) divides start + 2 k, for the first `count` primes. Primes are
/// taken several in a word, and words by Montgomery's reduction from the lowest limb on.
void first_odd_multiples(std::uint32_t* out, std::size_t count, const limb* start, std::size_t n) noexcept;

/// Whether an odd prime of the first ones divides n of more than a limb.
bool has_small_factor(const limb* a, std::size_t n) noexcept;

}  // namespace gbi::words
