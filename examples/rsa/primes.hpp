/// \file
/// Many random primes at once.
#pragma once

#include <gpu_bigint/bigint_batch.hpp>
#include <gpu_bigint/random.hpp>

namespace example {

/// Returns `count` random primes of exactly `bits` bits, a multiple of 64. Their two top bits are set, so
/// that the product of any two has 2 `bits` bits. None is 1 modulo the odd prime `exponent`.
///
/// Each is the first prime found after a random start. The host sieves a stretch of numbers with small
/// primes. The device tests the remaining ones, a few thousand at a time, with the strong pseudoprime test of
/// Miller and Rabin. A number that passes with base 2 is tested with 16 random bases. Each base lets a
/// composite number pass with probability at most 1/4, and far less for random numbers (I. Damgård, P.
/// Landrock, C. Pomerance, Math. Comp. 61 (1993)).
gbi::bigint_batch random_primes(std::size_t count, std::size_t bits, std::uint32_t exponent,
                                gbi::random_engine& random);

/// Which of the odd numbers n > 3 pass the test with these bases, each from 2 to n - 2.
std::vector<bool> is_strong_probable_prime(const gbi::bigint_batch& numbers, const gbi::bigint_batch& bases);

}  // namespace example
