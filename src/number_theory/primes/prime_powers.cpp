#include "src/number_theory/primes/prime_powers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <memory>
#include <numbers>
#include <span>
#include <stdexcept>

#include "src/multiply/last_product.hpp"
#include "src/number/room.hpp"
#include "src/number_theory/primes/large_primes.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/number_theory/sequences/product_tree.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi::number_theory {

namespace {

/// Below this many bits, one tree over all factors is faster than squares with additional trees.
constexpr std::uint64_t shortest_square = 1 << 16;
/// A square saves nothing if primes with odd exponents make up more than one in this many bits. In a
/// factorial of n they make up one in log2 n.
constexpr std::uint64_t bits_for_one_odd = 4;

/// The approximate bits of all factors, and of the primes with odd exponents among them.
struct sizes {
  std::uint64_t all = 0, odd = 0;
};

sizes sizes_of(const std::vector<prime_power>& powers) {
  sizes sum;
  for (const auto& [prime, exponent] : powers) {
    const auto bits = static_cast<std::uint64_t>(std::bit_width(prime));
    sum.all += bits * exponent;
    sum.odd += exponent % 2 * bits;
  }
  return sum;
}

/// quotient.exponent_of(prime) for a prime whose square is larger than the numbers of the quotient, which are
/// below 2^50. One floating-point division replaces up to four slower ones: a quotient plus 0.5 / prime is
/// further from the next integer than its rounding errors.
std::uint64_t exponent_of_large(const kernels::factorial_quotient& quotient, std::uint64_t prime) {
  if (quotient.primorial) return 1;
  const double inverse = 1 / static_cast<double>(prime);
  const auto part = [inverse](std::uint64_t n) {
    return static_cast<std::int64_t>((static_cast<double>(static_cast<std::int64_t>(n)) + 0.5) * inverse);
  };
  return static_cast<std::uint64_t>(part(quotient.above[0]) + part(quotient.above[1]) -
                                    part(quotient.below[0]) - part(quotient.below[1]));
}

/// The product of powers of odd primes, and of x^(2^j) for the number x at index j of `large`.
gpu_bigint product_of_odd(std::vector<prime_power> powers, std::span<const gpu_bigint> large = {}) {
  const sizes size = sizes_of(powers);
  packed_words words;
  if (large.size() <= 1 && (size.all < shortest_square || bits_for_one_odd * size.odd > size.all)) {
    for (const auto& [prime, exponent] : powers)
      for (std::uint64_t i = 0; i < exponent; ++i) words.multiply(prime);
    const gpu_bigint product = product_of_words(words.words());
    return large.empty() ? product : product * large.front();
  }
  for (auto& [prime, exponent] : powers) {
    if (exponent % 2 == 1) words.multiply(prime);
    exponent /= 2;
  }
  std::erase_if(powers, [](const prime_power& power) { return power.exponent == 0; });
  const gpu_bigint root = product_of_odd(std::move(powers), large.empty() ? large : large.subspan(1));
  const gpu_bigint once = product_of_words(words.words());
  return square(root) * (large.empty() ? once : once * large.front());
}

}  // namespace

gpu_bigint product_of(std::vector<prime_power> powers) {
  std::uint64_t twos = 0;
  std::erase_if(powers, [&twos](const prime_power& power) {
    if (power.prime == 2) twos += power.exponent;
    return power.prime == 2;
  });
  return product_of_odd(std::move(powers)) << static_cast<std::int64_t>(twos);
}

gpu_bigint odd_part_of(const kernels::factorial_quotient& quotient, std::uint64_t n) {
  const std::shared_ptr<detail::engine> engine = detail::engine_of(context::current());
  const bool on_device =
      n >= std::max<std::uint64_t>(64, engine->tuning().number_theory.sieved_numbers) && n >> 32 == 0;
  // The host handles the primes with exponents in the thousands. Their exact number does not matter.
  constexpr std::uint64_t most_on_host = 1 << 16, least_exponents = 16;
  const std::uint64_t last = on_device ? std::clamp<std::uint64_t>(n / least_exponents, 2, most_on_host) : n;
  require_room_for_primes(last, sizeof(std::uint64_t) + sizeof(prime_power));
  std::vector<gpu_bigint> large;
  if (on_device) large = products_of_large_primes(engine, n, last, quotient);
  std::vector<prime_power> powers;
  for (const std::uint64_t p : primes_up_to(last)) {
    const bool is_large = p * p > n && n >> 50 == 0;
    const std::uint64_t e = is_large ? exponent_of_large(quotient, p) : quotient.exponent_of(p);
    if (p != 2 && e > 0) powers.push_back({p, e});
  }
  return product_of_odd(std::move(powers), large);
}

void require_feasible(std::uint64_t n, double bits, const std::string& function) {
  if (n >> 36 != 0 || bits > static_cast<double>(plan::longest_product_bits))
    throw std::length_error(function + ": the result is longer than the longest product");
  // The factors of the last product have about half the length.
  constexpr double least_part = 0.45;
  const auto limbs = static_cast<std::uint64_t>(least_part * std::max(0.0, bits) / limb_bits);
  if (limbs < products::shortest_asked) return;
  products::require_room(*detail::engine_of(context::current()), {.a = limbs, .b = limbs, .square = true},
                         function);
}

void require_room_for_primes(std::uint64_t n, double bytes) {
  if (n < 64) return;
  const auto bound = static_cast<double>(n);
  numbers::require_host_memory(bytes * bound / std::log(bound), concat("primes up to ", n));
}

double bits_of_factorial(double n) {
  return n < 1 ? 0 : n * (std::log2(n) - std::numbers::log2e);
}

}  // namespace gbi::number_theory
