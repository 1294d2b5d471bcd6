#include "tools/gbi/tuning_operations.hpp"

#include <algorithm>
#include <cstdint>
#include <random>

namespace program {

namespace {

using gbi::gpu_bigint;

/// Odd limbs, so that every number is odd, with the top bit set.
std::vector<std::uint64_t> random_limbs(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<std::uint64_t> limbs(count);
  for (std::uint64_t& each : limbs) each = generator() | 1;
  limbs.back() |= std::uint64_t{1} << 63;
  return limbs;
}

gpu_bigint random_number(std::size_t limbs, std::uint64_t seed = 1) {
  return gpu_bigint::from_limbs(random_limbs(limbs, seed));
}

/// The limbs are random, but repeat.
gbi::bigint_batch random_batch(std::size_t limbs, std::size_t all, std::uint64_t seed) {
  const std::size_t elements = std::max<std::size_t>(all / limbs / 32 * 32, 32);
  const std::vector<std::uint64_t> some = random_limbs(4099, seed);
  std::vector<std::uint64_t> values(elements * limbs);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = some[i % some.size()];
  return gbi::bigint_batch::from_limbs(values, elements, 64 * limbs);
}

/// Work on a number of `first` n limbs and one of n limbs.
template <class Work>
sized_operation on_two(std::size_t first, Work work) {
  return [=](std::size_t n) {
    return [work, a = random_number(first * n), b = random_number(n, 2), result = gpu_bigint()]() mutable {
      result = work(a, b);
    };
  };
}

}  // namespace

sized_operation tuned_product(gbi::algorithm how) {
  return on_two(1, [how](const auto& a, const auto& b) { return gbi::multiply(a, b, how); });
}

sized_operation tuned_product_with(std::size_t limbs) {
  return [limbs](std::size_t n) {
    return [a = random_number(limbs), b = random_number(n, 2), result = gpu_bigint()]() mutable {
      result = a * b;
    };
  };
}

sized_operation tuned_quotient() {
  return on_two(2, [](const auto& a, const auto& b) { return gbi::div_rem(a, b).quotient; });
}

sized_operation tuned_root() {
  return on_two(2, [](const auto& a, const auto&) { return gbi::isqrt(a); });
}

sized_operation tuned_power() {
  return on_two(1, [](const auto& a, const auto& b) { return gbi::powm(a, a, b); });
}

sized_operation tuned_text() {
  return [](std::size_t n) {
    return [a = random_number(n), result = std::string()]() mutable { result = a.to_string(); };
  };
}

sized_operation tuned_prime_test() {
  return [](std::size_t n) {
    const gpu_bigint small = gbi::primorial(1000);
    gpu_bigint number = random_number(n);
    while (gbi::gcd(number, small) != 1) number += 2;
    return [number, result = false]() mutable { result = gbi::is_probable_prime(number, 1); };
  };
}

sized_operation tuned_prime_search() {
  return [](std::size_t n) {
    return [a = random_number(n), result = gpu_bigint()]() mutable { result = gbi::next_prime(a); };
  };
}

sized_operation tuned_factorial() {
  return [](std::size_t n) { return [n, result = gpu_bigint()]() mutable { result = gbi::factorial(n); }; };
}

sized_operation tuned_batch_product(std::size_t limbs) {
  return [limbs](std::size_t n) {
    return [a = random_batch(n, limbs, 1), b = random_batch(n, limbs, 2)] {
      static_cast<void>(gbi::mul_full(a, b));
    };
  };
}

sized_operation tuned_batch_modular_product(std::size_t limbs) {
  return [limbs](std::size_t n) {
    return [a = random_batch(n, limbs, 1), m = gbi::odd_moduli(random_batch(n, limbs, 2))] {
      static_cast<void>(gbi::mul_mod(a, a, m));
    };
  };
}

sized_operation tuned_batch_power(std::size_t limbs) {
  return [limbs](std::size_t n) {
    return [a = random_batch(n, limbs, 1), m = gbi::odd_moduli(random_batch(n, limbs, 2)),
            exponent = random_number(4)] { static_cast<void>(gbi::pow_mod(a, exponent, m)); };
  };
}

}  // namespace program
