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

/// The product of all, in the current context. Powers of 2 become a shift; as long as the primes with odd
/// exponents are but a small part, the rest is a square.
gpu_bigint product_of(std::vector<prime_power> powers);

/// The exponent of a prime in n!. Source: A.-M. Legendre, "Essai sur la theorie des nombres" (1808).
std::uint64_t exponent_in_factorial(std::uint64_t n, std::uint64_t prime);

/// What has so many factors, or sieves so far, is refused, and a result that no product carries.
/// \param bits that the result has at least.
/// \throws std::length_error naming the function for n >= 2^36 or bits > plan::longest_product_bits
void require_feasible(std::uint64_t n, double bits, const std::string& function);

/// A lower bound of log2(n!), by a relative error of log2(n) / n too small. Source: J. Stirling (1730).
double bits_of_factorial(double n);

/// The product of p^exponent(p) over the primes p up to n.
template <class Exponent>
gpu_bigint product_over_primes(std::uint64_t n, Exponent&& exponent) {
  std::vector<prime_power> powers;
  for (const std::uint64_t p : primes_up_to(n))
    if (const std::uint64_t e = exponent(p); e > 0) powers.push_back({p, e});
  return product_of(std::move(powers));
}

}  // namespace gbi::number_theory
