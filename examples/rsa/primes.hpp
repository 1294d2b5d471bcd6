/// \file
/// Many random primes at once.
#pragma once

#include <gpu_bigint/bigint_batch.hpp>
#include <gpu_bigint/random.hpp>

namespace example {

/// `count` random primes of exactly `bits` bits, a multiple of 64, whose two top bits are set, so that a
/// product of two has twice the length. None is 1 modulo the odd prime `exponent`.
///
/// Each is the first one found behind a random start: the host sieves a stretch of numbers by small primes,
/// and the device tests what is left, some thousands of numbers at a time, by the strong pseudoprime test of
/// Miller and Rabin. A number that passes with the base 2 is tested with 16 random bases, each of which lets
/// a composite number pass with probability 1/4 at most, and far less for random ones (I. Damgård, P.
/// Landrock, C. Pomerance, Math. Comp. 61 (1993)).
gbi::bigint_batch random_primes(std::size_t count, std::size_t bits, std::uint32_t exponent,
                                gbi::random_engine& random);

/// Which of the odd numbers n above 3 pass the test with these bases, 2 to n - 2.
std::vector<bool> is_strong_probable_prime(const gbi::bigint_batch& numbers, const gbi::bigint_batch& bases);

}  // namespace example
