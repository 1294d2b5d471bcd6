/// \file
/// Primality, the next and the previous prime, and the removal of factors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// Whether |n| is a prime. Up to 2^64 the answer is proven. Above 2^64, n passes trial division, the
/// Miller-Rabin test to base 2 and the strong Lucas test (Baillie-PSW), then rounds - 24 Miller-Rabin rounds
/// to random bases. No composite number is known that passes. A composite number passes each such round with
/// a probability below 1/4. Costs a few times as much as powm. Waits for the answer. Sources: R. Baillie, S.
/// Wagstaff, "Lucas pseudoprimes", Math. Comp. 35 (1980); M. Rabin (1980).
[[nodiscard]] GBI_API bool is_probable_prime(const gpu_bigint& n, int rounds = 25);

/// Which numbers are probable primes: the same as is_probable_prime() of each. The strong tests to base 2 of
/// numbers of more than 2^14 bits are long chains of launches that each use only a part of a GPU. Those of
/// numbers whose lengths differ by an eighth at most run side by side, all as long as the longest of them.
/// Numbers that pass, and shorter ones, are tested one after the other. Waits. For many numbers of one width,
/// see batch_primes.hpp.
[[nodiscard]] GBI_API std::vector<bool> is_probable_prime(std::span<const gpu_bigint> n, int rounds = 25);

/// The smallest probable prime above n. Candidates are sieved with the remainders of n modulo small primes.
/// If n has more than 2^10 bits, a GPU tests many candidates at once. For an n of L bits, the gap to the next
/// prime has about 0.7 L numbers, and few survive the sieve. Waits for the answer.
[[nodiscard]] GBI_API gpu_bigint next_prime(const gpu_bigint& n);

/// The largest probable prime below n. Costs and waits like next_prime().
/// \throws std::domain_error if n is at most 2.
[[nodiscard]] GBI_API gpu_bigint prev_prime(const gpu_bigint& n);

/// The result of remove: a = rest factor^times.
struct removed_factor {
  gpu_bigint rest;      ///< not divisible by the factor, or 0
  std::uint64_t times;  ///< how often the factor was removed
};

/// Divides by a factor for as long as the remainder is 0. Zero is not divided. O(M(n) log n): the exponent of
/// the factor is doubled repeatedly, then halved. Waits.
/// \throws std::domain_error if the factor is 0, 1 or -1.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API removed_factor remove(const gpu_bigint& a, const gpu_bigint& factor);

}  // namespace gbi
