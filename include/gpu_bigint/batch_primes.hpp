/// \file
/// Primes in batches: tests of many numbers, the next prime above each, and random primes.
#pragma once

#include <cstddef>

#include "gpu_bigint/batch_mask.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/random.hpp"

namespace gbi {

/// Which elements are probable primes: the same as is_probable_prime() of each number. Small primes come
/// first, then the strong test to base 2, the strong Lucas test (Baillie-PSW), and rounds - 24 strong tests
/// to random bases for numbers above 2^64. Up to 2^64 the answer is proven. Only the numbers that pass a test
/// take the next one. Of random odd numbers, one in 7 to 10 takes a strong test, which costs a power modulo
/// n, and nearly all composite ones fail it. On the host, each of its threads tests one number after the
/// other. Waits.
[[nodiscard]] GBI_API batch_mask is_probable_prime(const bigint_batch& n, int rounds = 25);

/// Which odd n above 1 pass the strong test of Miller and Rabin to their bases. A base may be larger than n
/// but not wider. Where n divides the base, or is even, it does not pass. Costs a power modulo n. Waits.
/// Source: M. Rabin, J. Number Theory 12 (1980).
/// \throws std::invalid_argument also for wider bases.
[[nodiscard]] GBI_API batch_mask is_strong_probable_prime(const bigint_batch& n, const bigint_batch& bases);

/// Which odd n above 1 pass the strong Lucas test with p = 1, q = (1 - D) / 4 and the first D of 5, -7, 9,
/// -11, ... with (D / n) = -1. Multiples of n are skipped. An n that has a common factor with an earlier D
/// does not pass, nor does a square. Costs four products per bit, with four teams of threads for each
/// number; numbers of more than 12288 bits are tested one after the other. Waits.
/// Source: R. Baillie, S. Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980).
[[nodiscard]] GBI_API batch_mask is_strong_lucas_probable_prime(const bigint_batch& n);

/// The smallest probable prime above each element, as wide as n. Elements whose next prime is wider are
/// undefined. A window of 2 L numbers above each element of L bits is sieved; one in about 0.35 L odd numbers
/// is a prime. The candidates of all searches that have not ended are tested at once, several of each search
/// if few are left. Costs several powers modulo n for each element. Waits.
[[nodiscard]] GBI_API bigint_batch next_prime(const bigint_batch& n);

/// `count` random primes of exactly `bits` bits, whose two highest bits are set, so that a product of two has
/// exactly 2 bits bits. Random odd numbers are tested until enough of them have passed is_probable_prime(),
/// so all such primes have the same probability. The seed of the engine determines the result, which is the
/// same on every device; all numbers come from one draw. Not for secret keys, because the engine is not for
/// cryptography. Waits.
/// \throws std::invalid_argument for a width that a batch cannot have.
[[nodiscard]] GBI_API bigint_batch random_primes(std::size_t count, std::size_t bits, random_engine& random);

}  // namespace gbi
