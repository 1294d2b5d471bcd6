/// \file
/// Primes that fit one word.
#pragma once

#include <cstdint>
#include <vector>

namespace gbi::number_theory {

/// All primes up to n in ascending order. The sieve of Eratosthenes runs over odd numbers, in segments that
/// stay in cache. O(n log log n).
std::vector<std::uint64_t> primes_up_to(std::uint64_t n);

}  // namespace gbi::number_theory
