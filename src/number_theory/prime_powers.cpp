#include "src/number_theory/prime_powers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "src/ground/room.hpp"
#include "src/multiply/last_product.hpp"
#include "src/number_theory/product_tree.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::number_theory {

namespace {

/// Below this many bits one tree over all factors is faster than squares with additional trees.
constexpr std::uint64_t shortest_square = 1 << 16;
/// A square saves nothing if primes with odd exponents make up more than one in this many bits. In a
/// factorial of n they make up one in log2 n.
constexpr std::uint64_t bits_for_one_odd = 4;

/// Roughly, the bits of all factors, and those of the primes with odd exponents among them.
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

gpu_bigint product_of_odd(std::vector<prime_power> powers) {
  const sizes size = sizes_of(powers);
  packed_words words;
  if (size.all < shortest_square || bits_for_one_odd * size.odd > size.all) {
    for (const auto& [prime, exponent] : powers)
      for (std::uint64_t i = 0; i < exponent; ++i) words.multiply(prime);
    return product_of_words(words.words());
  }
  for (auto& [prime, exponent] : powers) {
    if (exponent % 2 == 1) words.multiply(prime);
    exponent /= 2;
  }
  std::erase_if(powers, [](const prime_power& power) { return power.exponent == 0; });
  return square(product_of_odd(std::move(powers))) * product_of_words(words.words());
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

std::uint64_t exponent_in_factorial(std::uint64_t n, std::uint64_t prime) {
  std::uint64_t exponent = 0;
  while (n >= prime) exponent += n /= prime;
  return exponent;
}

void require_feasible(std::uint64_t n, double bits, const std::string& function) {
  if (n >> 36 != 0 || bits > static_cast<double>(plan::longest_product_bits))
    throw std::length_error(function + ": the result is longer than the longest product");
  // The last product has factors of about half the length.
  constexpr double least_part = 0.45;
  const auto limbs = static_cast<std::uint64_t>(least_part * std::max(0.0, bits) / limb_bits);
  if (limbs < products::shortest_asked) return;
  products::require_room(*detail::engine_of(context::current()), {.a = limbs, .b = limbs, .square = true},
                         function);
}

void require_room_for_primes(std::uint64_t n, double bytes) {
  if (n < 64) return;
  const auto bound = static_cast<double>(n);
  ground::require_host_memory(bytes * bound / std::log(bound), "primes up to " + std::to_string(n));
}

double bits_of_factorial(double n) {
  return n < 1 ? 0 : n * (std::log2(n) - std::numbers::log2e);
}

}  // namespace gbi::number_theory
