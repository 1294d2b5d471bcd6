/// \file
/// Primality, prime neighbours, and how often a number divides another one.
#pragma once

#include <cstdint>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// Whether |n| is a prime. Up to 2^64 the answer is proven. Above, no composite number is known that passes:
/// trial division, Miller and Rabin's test to base 2 and the strong Lucas test (Baillie-PSW), then rounds -
/// 24 rounds of Miller and Rabin's to random bases, of which a composite number passes each with a
/// probability below 1/4. A few times powm's time. Waits for the answer. Sources: R. Baillie, S. Wagstaff,
/// "Lucas pseudoprimes", Math. Comp. 35 (1980); M. Rabin (1980).
bool is_probable_prime(const gpu_bigint& n, int rounds = 25);

/// The smallest probable prime above n. Candidates are sieved by the residues of n modulo small primes; on a
/// GPU those near a number of more than 2^10 bits are tested many at once. Waits for the answer.
gpu_bigint next_prime(const gpu_bigint& n);

/// The largest probable prime below n.
/// \throws std::domain_error if n is at most 2.
gpu_bigint prev_prime(const gpu_bigint& n);

/// What remove finds: a = rest factor^times.
struct removed_factor {
  gpu_bigint rest;
  std::uint64_t times;
};

/// Divides by a factor as often as that leaves no remainder; 0 is not divided. O(M(n) log n): the factor's
/// powers are tried by doubling their exponent, then by halving it.
/// \throws std::domain_error if the factor is 0, 1 or -1.
/// \throws std::invalid_argument if the operands live in different contexts.
removed_factor remove(const gpu_bigint& a, const gpu_bigint& factor);

}  // namespace gbi
