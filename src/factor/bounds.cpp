#include "src/factor/bounds.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "gpu_bigint/sequences.hpp"
#include "src/factor/field_machine.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/process/concat.hpp"

namespace gbi::factors {

bounds bounds::of(std::uint64_t b1, std::uint64_t b2, const std::string& method) {
  constexpr std::uint64_t most_b1 = std::uint64_t{1} << 33, most_b2 = std::uint64_t{1} << 50;
  if (b1 < 3 || b1 > most_b1 || b2 > most_b2)
    throw std::invalid_argument(
        concat(method, " with bounds of ", b1, " and ", b2, ": b1 must be 3 to 2^33, b2 at most 2^50"));
  return {b1, b2 == 0 ? 100 * b1 : b2};
}

void require_odd(const gpu_bigint& n, const std::string& method) {
  const auto text = [&] { return concat(method, " of a number of ", n.bit_length(), " bits: "); };
  if (n <= 1 || n % 2 == 0) throw std::domain_error(text() + "it must be odd and above 1");
  if (n.bit_length() > longest_bits) throw std::length_error(concat(text(), "longer than ", longest_bits));
}

prime_sieve::prime_sieve(std::uint64_t limit)
    : primes_(number_theory::primes_up_to(static_cast<std::uint64_t>(std::sqrt(static_cast<double>(limit))) +
                                          1)) {}

std::vector<bool> prime_sieve::of(std::uint64_t begin, std::uint64_t end) const {
  std::vector<bool> prime(end - begin, true);
  for (const std::uint64_t p : primes_) {
    if (p * p >= end) break;
    for (std::uint64_t at = std::max(p * p, (begin + p - 1) / p * p); at < end; at += p)
      prime[at - begin] = false;
  }
  return prime;
}

gpu_bigint prime_powers(const prime_sieve& sieve, std::uint64_t begin, std::uint64_t end, std::uint64_t b1) {
  const std::uint64_t from = std::max<std::uint64_t>(begin + 1, 2);
  const std::vector<bool> prime = sieve.of(from, end + 1);
  std::vector<std::uint64_t> powers;
  for (std::uint64_t p = from; p <= end; ++p) {
    if (!prime[p - from]) continue;
    std::uint64_t power = p;
    while (power <= b1 / p) power *= p;
    powers.push_back(power);
  }
  return product(powers);
}

}  // namespace gbi::factors
