/// \file
/// Binomial coefficients without divisions of long numbers.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/sequences.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/primes/prime_powers.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "src/process/concat.hpp"
#include "src/words/division/reciprocal.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi {

namespace {

using kernels::exponent_in_factorial;

std::string name_of(const std::string& n, std::uint64_t k) {
  return concat("binomial coefficient of ", n, " and ", k);
}

/// A lower bound on the bits of n over j, for j <= n / 2. n over j is at least 2^(n H(j / n)) / sqrt(2 n),
/// where H is the entropy. Source: R. B. Ash, "Information Theory" (1965), lemma 4.7.1.
double bits_of_binomial(double n, double j) {
  if (j == 0) return 0;
  const double others = -(n - j) * std::log1p(-j / n) * std::numbers::log2e;
  return j * std::log2(n / j) + others - (1 + std::log2(n)) / 2;
}

/// n over j, for j <= n / 2, if it is a word. Every step's result is a binomial coefficient.
std::optional<limb> binomial_word(std::uint64_t n, std::uint64_t j) {
  constexpr std::uint64_t last = 33;  // 2 j over j has more than 64 bits for every larger j
  if (j > last) return std::nullopt;
  limb result = 1;
  for (std::uint64_t i = 1; i <= j; ++i) {
    const kernels::wide_limb product = kernels::wide_product(result, n - j + i);
    limb high = kernels::high_limb(product);
    if (high >= i) return std::nullopt;
    result = words::divide_words(high, kernels::low_limb(product), i);
  }
  return result;
}

/// n - k + 1, ..., n, with the prime factors of k! cancelled. k! divides their product.
std::vector<std::uint64_t> cancelled_numerators(std::uint64_t n, std::uint64_t k) {
  numbers::require_host_memory(static_cast<double>(k) * sizeof(limb), name_of(std::to_string(n), k));
  number_theory::require_room_for_primes(k, sizeof(limb));
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
  if (const auto word = binomial_word(n, j)) return *word;
  const faults::operation_scope scope("binomial coefficient", n, k);
  number_theory::require_feasible(j, bits_of_binomial(static_cast<double>(n), static_cast<double>(j)),
                                  name_of(std::to_string(n), k));
  // Sieving a number costs one or two nanoseconds. Cancelling the factors of a number costs about fifty.
  constexpr std::uint64_t sieved_for_one_cancelled = 32;
  if (n / sieved_for_one_cancelled > j) return product(cancelled_numerators(n, j));
  const kernels::factorial_quotient quotient{.above = {n}, .below = {k, n - k}};
  return number_theory::odd_part_of(quotient, n) << static_cast<std::int64_t>(quotient.exponent_of(2));
}

gpu_bigint binomial(const gpu_bigint& n, std::uint64_t k) {
  const scoped_context use(n.context());
  if (n.fits<std::uint64_t>()) return binomial(static_cast<std::uint64_t>(n), k);
  if (n.sign() < 0) {
    // The factors are negative, so the sign alternates: n over k = (-1)^k (k - n - 1 over k).
    const gpu_bigint positive = binomial(gpu_bigint(k) - 1 - n, k);
    return k % 2 == 0 ? positive : -positive;
  }
  if (const gpu_bigint others = n - k; others < k) return binomial(n, static_cast<std::uint64_t>(others));
  const words::floating_scope environment;
  // Each factor is at least n / k.
  const auto steps = static_cast<double>(k), bits_of_n = static_cast<double>(n.bit_length() - 1);
  number_theory::require_feasible(k, k == 0 ? 0 : steps * (bits_of_n - std::log2(steps)),
                                  name_of(concat("a number of ", n.bit_length(), " bits"), k));
  numbers::require_host_memory(steps * sizeof(gpu_bigint), name_of("a long number", k));
  std::vector<gpu_bigint> factors;
  factors.reserve(k);
  for (std::uint64_t i = 0; i < k; ++i) factors.push_back(n - i);
  return divide_exact(product(factors), factorial(k));
}

}  // namespace gbi
