/// \file
/// A report of weak RSA keys: four mistakes that give away the primes of a modulus.
///
///     weak_keys         eight keys of 512 bits, five of them weak
///     weak_keys FILE    one modulus a line, decimal or 0x...
///
/// What one learns: gbi::gcd_with_others compares all keys at once; a step of Fermat's method is a square
/// and a question; gbi::pminus1 and gbi::ecm find what their bounds allow. For keys in use, raise the bounds.
#include <gpu_bigint/all.hpp>

#include <algorithm>
#include <exception>
#include <fstream>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using gbi::gpu_bigint;

using keys = std::vector<gpu_bigint>;

keys read(const char* name) {
  std::ifstream file(name);
  if (!file) throw std::runtime_error(std::string("cannot read ") + name);
  keys result;
  for (std::string line; std::getline(file, line);) {
    result.emplace_back(line, 0);
    if (result.back() < 3 || result.back() % 2 == 0) throw std::runtime_error("not an odd modulus: " + line);
  }
  if (result.empty()) throw std::runtime_error(std::string("no moduli in ") + name);
  return result;
}

/// A prime p of about this many bits for which p - 1 has only primes below 10000.
gpu_bigint smooth_prime(std::size_t bits, gbi::random_engine& random) {
  for (;;) {
    gpu_bigint p = 2;
    while (p.bit_length() + 13 < bits) p *= gbi::next_prime(random.below(9900));
    if (gbi::is_probable_prime(p + 1)) return p + 1;
  }
}

keys examples() {
  gbi::random_engine random(2048);
  const gbi::bigint_batch p = gbi::random_primes(12, 256, random);
  keys result{p[0] * p[1], p[2] * p[3], p[4] * p[5]};  // sound
  result.push_back(p[6] * p[7]);                       // these two share a prime
  result.push_back(p[6] * p[8]);
  result.push_back(p[9] * gbi::next_prime(p[9] + (gpu_bigint(1) << 130)));
  result.push_back(p[10] * smooth_prime(256, random));
  result.push_back(p[11] * gbi::next_prime(random.bits(40)));
  return result;
}

/// The prime that a key shares with another one, if its common factor with the product of all others says so.
std::optional<gpu_bigint> shared_prime(const keys& all, std::size_t key, const gpu_bigint& common) {
  if (common == 1) return std::nullopt;
  for (const gpu_bigint& other : all)
    if (gpu_bigint found = gcd(all[key], other); found != 1 && found != all[key]) return found;
  return common;  // another key is the same
}

/// Fermat's method: n = a^2 - b^2 for the first a from the root of n on. It finds primes p and q that differ
/// by less than 2^8 n^(1/4).
std::optional<gpu_bigint> close_primes(const gpu_bigint& n) {
  constexpr int steps = 1 << 12;
  gpu_bigint a = isqrt(n - 1) + 1;
  for (int step = 0; step < steps; ++step, a += 1)
    if (const gpu_bigint square = a * a - n; is_perfect_square(square)) return a - isqrt(square);
  return std::nullopt;
}

std::optional<gpu_bigint> smooth_order(const gpu_bigint& n) {
  const auto found = gbi::pminus1(n, {.b1 = 10'000});
  return found ? std::optional(found->factor) : std::nullopt;
}

std::optional<gpu_bigint> small_prime(const gpu_bigint& n) {
  const auto found = gbi::ecm(n, {.b1 = 500, .curves = 50, .sigma = 2});
  return found.empty() ? std::nullopt : std::optional(found.front().factor);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc > 2) throw std::invalid_argument("usage: weak_keys [FILE]");
  const keys all = argc == 2 ? read(argv[1]) : examples();
  std::size_t bits = 64;
  for (const gpu_bigint& n : all) bits = std::max<std::size_t>(bits, n.bit_length());
  const gbi::bigint_batch common = gcd_with_others(gbi::bigint_batch::from_numbers(all, bits));

  std::size_t weak = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const gpu_bigint& n = all[i];
    const char* why = "shares a prime with another key";
    std::optional<gpu_bigint> factor = shared_prime(all, i, common[i]);
    const auto or_else = [&](const char* mistake, const auto& method) {
      if (factor) return;
      why = mistake;
      factor = method(n);
    };
    or_else("has primes that are close together", close_primes);
    or_else("has a small prime", small_prime);
    or_else("has a prime p with a smooth p - 1", smooth_order);
    if (!factor) continue;
    ++weak;
    if (n % *factor != 0 || *factor == 1)
      throw std::logic_error("a wrong factor of key " + std::to_string(i));
    std::cout << "key " << i + 1 << ' ' << why << ": 0x" << factor->to_string(16) << '\n';
  }
  std::cout << weak << " of " << all.size() << " keys are weak\n";
  return 0;
} catch (const std::exception& error) {
  std::cerr << "weak_keys: " << error.what() << '\n';
  return 2;
}
