/// \file
/// Binomial coefficients without a division of long numbers.
#include <algorithm>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/number_theory/prime_powers.hpp"
#include "src/number_theory/product_tree.hpp"

namespace gbi {

namespace {

using number_theory::exponent_in_factorial;

/// n - k + 1, ..., n without the prime factors of k!, which divides their product.
std::vector<std::uint64_t> cancelled_numerators(std::uint64_t n, std::uint64_t k) {
  const std::uint64_t first = n - k + 1;
  std::vector<std::uint64_t> factors(k);
  for (std::uint64_t i = 0; i < k; ++i) factors[i] = first + i;
  for (const std::uint64_t p : number_theory::primes_up_to(k)) {
    std::uint64_t exponent = exponent_in_factorial(k, p);
    for (std::uint64_t i = (p - first % p) % p; exponent > 0; i += p)
      for (; exponent > 0 && factors[i] % p == 0; --exponent) factors[i] /= p;
  }
  return factors;
}

}  // namespace

gpu_bigint binomial(std::uint64_t n, std::uint64_t k) {
  if (k > n) return 0;
  const std::uint64_t j = std::min(k, n - k);
  number_theory::require_feasible(j, "binomial coefficient");
  // Sieving a number costs a nanosecond or two, cancelling the factors of one some fifty.
  constexpr std::uint64_t sieved_for_one_cancelled = 32;
  if (n / sieved_for_one_cancelled > j) return product(cancelled_numerators(n, j));
  return number_theory::product_over_primes(n, "binomial coefficient", [n, k](std::uint64_t p) {
    return exponent_in_factorial(n, p) - exponent_in_factorial(k, p) - exponent_in_factorial(n - k, p);
  });
}

gpu_bigint binomial(const gpu_bigint& n, std::uint64_t k) {
  number_theory::require_feasible(k, "binomial coefficient");
  const scoped_context use(n.context());
  std::vector<gpu_bigint> factors;
  factors.reserve(k);
  for (std::uint64_t i = 0; i < k; ++i) factors.push_back(n - i);
  return divide_exact(product(factors), factorial(k));
}

}  // namespace gbi
