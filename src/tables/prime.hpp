/// \file
/// Random primes of one word.
#pragma once

#include <cstdint>

namespace gbi::tables {

/// Whether n is a prime. Exact for every 64-bit n: Miller-Rabin with the first twelve primes as bases
/// (J. Sorenson, J. Webster, "Strong pseudoprimes to twelve prime bases", 2017).
bool is_prime(std::uint64_t n);

/// An unpredictable prime between 2^60 and 2^61, drawn from std::random_device.
std::uint64_t random_prime();

}  // namespace gbi::tables
