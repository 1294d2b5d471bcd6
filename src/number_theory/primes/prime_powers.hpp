/// \file
/// Products of prime powers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/factorial_quotient.hpp"

namespace gbi::number_theory {

struct prime_power {
  std::uint64_t prime, exponent;
};

/// The product of all powers, in the current context. Powers of 2 become a shift. As long as the primes with
/// odd exponents are only a small part, the rest is computed as a square.
gpu_bigint product_of(std::vector<prime_power> powers);

/// Refuses too many factors, too long a sieve, and results longer than the longest product or than memory, in
/// the current context.
/// \param bits a lower bound on the bits of the result
/// \throws std::length_error naming the function for n >= 2^36 or bits > plan::longest_product_bits
/// \throws out_of_memory naming the function
void require_feasible(std::uint64_t n, double bits, const std::string& function);

/// Refuses if there is no room for this many bytes per prime up to n; there are more than n / log n primes.
/// \throws out_of_memory
void require_room_for_primes(std::uint64_t n, double bytes);

/// A lower bound on log2(n!) with a relative error of log2(n) / n. Source: J. Stirling (1730).
double bits_of_factorial(double n);

/// The odd part of a quotient of factorials, or of a primorial. Part of the caller's operation.
/// \param n the largest number in it
/// \throws out_of_memory
gpu_bigint odd_part_of(const kernels::factorial_quotient& quotient, std::uint64_t n);

}  // namespace gbi::number_theory
