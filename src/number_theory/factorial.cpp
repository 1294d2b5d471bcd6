/// \file
/// Factorials and primorials, by the factorisation of the result.
#include "gpu_bigint/sequences.hpp"
#include "src/number_theory/prime_powers.hpp"

namespace gbi {

using number_theory::exponent_in_factorial, number_theory::product_over_primes;

gpu_bigint factorial(std::uint64_t n) {
  return product_over_primes(n, "factorial", [n](std::uint64_t p) { return exponent_in_factorial(n, p); });
}

gpu_bigint double_factorial(std::uint64_t n) {
  const std::uint64_t half = n / 2;
  // (2m)!! = 2^m m!, (2m + 1)!! = (2m + 1)! / (2m)!!
  return product_over_primes(n, "double factorial", [n, half](std::uint64_t p) {
    const std::uint64_t even = exponent_in_factorial(half, p) + (p == 2 ? half : 0);
    return n % 2 == 0 ? even : exponent_in_factorial(n, p) - even;
  });
}

gpu_bigint primorial(std::uint64_t n) {
  return product_over_primes(n, "primorial", [](std::uint64_t) { return std::uint64_t{1}; });
}

}  // namespace gbi
