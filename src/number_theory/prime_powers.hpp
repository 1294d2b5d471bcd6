/// \file
/// Products of powers of primes.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number_theory/primes.hpp"

namespace gbi::number_theory {

struct prime_power {
  std::uint64_t prime, exponent;
};

/// The product of all powers, in the current context. Powers of 2 become a shift. As long as the primes with
/// odd exponents are only a small part, the rest is a square.
gpu_bigint product_of(std::vector<prime_power> powers);

/// The exponent of a prime in n!. Source: A.-M. Legendre, "Essai sur la theorie des nombres" (1808).
std::uint64_t exponent_in_factorial(std::uint64_t n, std::uint64_t prime);

/// Refuses too many factors, too long a sieve, and results longer than the longest product or than memory, in
/// the current context.
/// \param bits bits that the result has at least
/// \throws std::length_error naming the function for n >= 2^36 or bits > plan::longest_product_bits
/// \throws out_of_memory naming the function
void require_feasible(std::uint64_t n, double bits, const std::string& function);

/// Refuses so many bytes for each prime up to n. There are more than n / log n. \throws out_of_memory
void require_room_for_primes(std::uint64_t n, double bytes);

/// A lower bound of log2(n!), too small by a relative error of log2(n) / n. Source: J. Stirling (1730).
double bits_of_factorial(double n);

/// The product of p^exponent(p) over the primes p up to n.
template <class Exponent>
gpu_bigint product_over_primes(std::uint64_t n, Exponent&& exponent) {
  require_room_for_primes(n, sizeof(std::uint64_t) + sizeof(prime_power));
  std::vector<prime_power> powers;
  for (const std::uint64_t p : primes_up_to(n))
    if (const std::uint64_t e = exponent(p); e > 0) powers.push_back({p, e});
  return product_of(std::move(powers));
}

}  // namespace gbi::number_theory
