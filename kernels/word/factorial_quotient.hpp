/// \file
/// Numbers whose prime factors are known in advance.
#pragma once

#include <cstdint>

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

/// The exponent of a prime in n!. Source: A.-M. Legendre, "Essai sur la theorie des nombres" (1808).
GBI_BOTH std::uint64_t exponent_in_factorial(std::uint64_t n, std::uint64_t prime) {
  std::uint64_t exponent = 0;
  while (n >= prime) exponent += n /= prime;
  return exponent;
}

/// above[0]! above[1]! / (below[0]! below[1]!), an integer; or the product of all primes, each once.
struct factorial_quotient {
  std::uint64_t above[2] = {0, 0}, below[2] = {0, 0};
  bool primorial = false;

  GBI_BOTH std::uint64_t exponent_of(std::uint64_t prime) const {
    if (primorial) return 1;
    return exponent_in_factorial(above[0], prime) + exponent_in_factorial(above[1], prime) -
           exponent_in_factorial(below[0], prime) - exponent_in_factorial(below[1], prime);
  }
};

}  // namespace gbi::kernels
