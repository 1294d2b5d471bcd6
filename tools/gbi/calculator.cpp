#include "tools/gbi/calculator.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numbers>
#include <utility>

namespace program {

using gbi::distributed_bigint;
using gbi::gpu_bigint;

namespace {

constexpr int rounds_of_checks = 64;  ///< Miller-Rabin rounds when primality is verified

void require(const char* operation, bool holds) {
  if (!holds) throw wrong_result(operation);
}

/// F(n) and F(n + 1) modulo the prime.
std::pair<std::uint64_t, std::uint64_t> fibonacci_pair(const prime_field& mod, std::uint64_t n) {
  if (n == 0) return {0, 1};
  const auto [a, b] = fibonacci_pair(mod, n / 2);
  const std::uint64_t even = mod.multiply(a, mod.subtract(mod.add(b, b), a));
  const std::uint64_t odd = mod.add(mod.multiply(a, a), mod.multiply(b, b));
  return n % 2 == 0 ? std::pair(even, odd) : std::pair(odd, mod.add(even, odd));
}

/// first (first + 1) ... last modulo the prime.
std::uint64_t product_of_range(const prime_field& mod, std::uint64_t first, std::uint64_t last) {
  std::uint64_t result = 1;
  for (std::uint64_t i = first; i <= last; ++i) result = mod.multiply(result, i % mod.prime());
  return result;
}

/// log2 of n!, a little too low.
double bits_of_factorial(double n) {
  return n * std::log2(std::max(n, 1.0)) - n * std::numbers::log2e;
}

/// An upper bound that does not wait.
std::size_t most_bits(const gpu_bigint& a) {
  return 64 * a.limb_bound();
}
std::size_t most_bits(const distributed_bigint& a) {
  return a.bit_bound();
}

// Each of these is written once for numbers on one device and in slabs.

template <class Number>
Number sum_of(const calculator& by, const Number& a, const Number& b) {
  Number sum = a + b;
  by.check("sum", [&](const prime_field& mod) { return mod.add(mod.of(a), mod.of(b)) == mod.of(sum); });
  return sum;
}

template <class Number, class Factor>
Number product_of(const calculator& by, const Number& a, const Factor& b) {
  Number product = a * b;
  by.check("product",
           [&](const prime_field& mod) { return mod.multiply(mod.of(a), mod.of(b)) == mod.of(product); });
  return product;
}

template <class Number>
void require_product(const calculator& by, const Number& a, const Number& b) {
  if (most_bits(a) + most_bits(b) <= by.max_bits()) return;  // decides without a wait
  if (a.sign() != 0 && b.sign() != 0)
    by.require_length("product", static_cast<double>(a.bit_length() + b.bit_length() - 1));
}

template <class Number>
auto quotient_of(const calculator& by, const Number& a, const Number& b) {
  auto result = gbi::floor_div_rem(a, b);
  by.check("quotient", [&](const prime_field& mod) {
    return mod.add(mod.multiply(mod.of(result.quotient), mod.of(b)), mod.of(result.remainder)) == mod.of(a);
  });
  if (by.verifies()) {
    const Number& rest = result.remainder;
    require("quotient", b.sign() > 0 ? rest.sign() >= 0 && rest < b : rest.sign() <= 0 && rest > b);
  }
  return result;
}

template <class Number>
Number power_of(const calculator& by, const Number& a, std::uint64_t exponent) {
  if (exponent > 1 && a.sign() != 0)
    by.require_length("power", static_cast<double>(a.bit_length() - 1) * static_cast<double>(exponent));
  Number result = pow(a, exponent);
  by.check("power", [&](const prime_field& mod) { return mod.power(mod.of(a), exponent) == mod.of(result); });
  return result;
}

template <class Number>
Number root_of(const calculator& by, const Number& a) {
  if (!by.verifies()) return isqrt(a);
  auto result = sqrt_rem(a);
  by.check("square root", [&](const prime_field& mod) {
    const std::uint64_t root = mod.of(result.root);
    return mod.add(mod.multiply(root, root), mod.of(result.remainder)) == mod.of(a);
  });
  require("square root", result.remainder.sign() >= 0 && result.remainder <= (result.root << 1));
  return result.root;
}

}  // namespace

calculator::calculator(bool verify, std::uint64_t max_bits) : max_bits_(max_bits) {
  if (!verify) return;
  first_ = prime_field::random();
  second_ = prime_field::random();
}

void calculator::require_length(const char* what, double least_bits) const {
  if (least_bits <= static_cast<double>(max_bits_)) return;
  const std::string limit = std::has_single_bit(max_bits_)
                                ? "2^" + std::to_string(std::countr_zero(max_bits_))
                                : std::to_string(max_bits_);
  throw too_long(std::string("the ") + what + " is too long: more than " + limit + " bits");
}

gpu_bigint calculator::checked_length(const char* what, gpu_bigint value) const {
  if (value.limb_bound() > max_bits_ / 64) require_length(what, static_cast<double>(value.bit_length()));
  return value;
}

gpu_bigint calculator::add(const gpu_bigint& a, const gpu_bigint& b) const {
  return sum_of(*this, a, b);
}

distributed_bigint calculator::add(const distributed_bigint& a, const distributed_bigint& b) const {
  return sum_of(*this, a, b);
}

gpu_bigint calculator::subtract(const gpu_bigint& a, const gpu_bigint& b) const {
  gpu_bigint difference = a - b;
  check("difference",
        [&](const prime_field& mod) { return mod.subtract(mod.of(a), mod.of(b)) == mod.of(difference); });
  return difference;
}

gpu_bigint calculator::multiply(const gpu_bigint& a, const gpu_bigint& b) const {
  require_product(*this, a, b);
  return product_of(*this, a, b);
}

distributed_bigint calculator::multiply(const distributed_bigint& a, const distributed_bigint& b) const {
  require_product(*this, a, b);
  return product_of(*this, a, b);
}

distributed_bigint calculator::multiply(const distributed_bigint& a, std::int64_t b) const {
  return product_of(*this, a, b);
}

gbi::quotient_remainder calculator::divide(const gpu_bigint& a, const gpu_bigint& b) const {
  return quotient_of(*this, a, b);
}

gbi::distributed_quotient_remainder calculator::divide(const distributed_bigint& a,
                                                       const distributed_bigint& b) const {
  return quotient_of(*this, a, b);
}

gpu_bigint calculator::power(const gpu_bigint& a, std::uint64_t exponent) const {
  return power_of(*this, a, exponent);
}

distributed_bigint calculator::power(const distributed_bigint& a, std::uint64_t exponent) const {
  return power_of(*this, a, exponent);
}

gpu_bigint calculator::power_mod(const gpu_bigint& a, const gpu_bigint& exponent, const gpu_bigint& n) const {
  gpu_bigint result = gbi::powm(a, exponent, n);
  // An inverse modulo n is not an inverse modulo n q, so a negative exponent is checked with a separate
  // inverse.
  check("modular power", [&](const prime_field& mod) {
    if (exponent.sign() < 0) return gbi::powm(gbi::invert(a, n), -exponent, n) == result;
    const gpu_bigint with_prime = gbi::powm(a, exponent, gbi::abs(n) * mod.prime());
    return mod.of(with_prime) == mod.power(mod.of(a), exponent) && with_prime % gbi::abs(n) == result;
  });
  return n.sign() < 0 && result.sign() != 0 ? result + n : result;
}

gpu_bigint calculator::gcd(const gpu_bigint& a, const gpu_bigint& b) const {
  gpu_bigint result = gbi::gcd(a, b);
  if (!verifies() || result.sign() == 0) return result;
  // The gcd divides both operands and is a linear combination of them.
  const gbi::bezout found = gbi::gcd_ext(a, b);
  const gpu_bigint of_a = a / result, of_b = b / result;
  check("gcd", [&](const prime_field& mod) {
    const std::uint64_t g = mod.of(result), x = mod.of(a), y = mod.of(b);
    return mod.multiply(g, mod.of(of_a)) == x && mod.multiply(g, mod.of(of_b)) == y &&
           mod.add(mod.multiply(mod.of(found.s), x), mod.multiply(mod.of(found.t), y)) == g;
  });
  return result;
}

gpu_bigint calculator::lcm(const gpu_bigint& a, const gpu_bigint& b) const {
  gpu_bigint result = gbi::lcm(a, b);
  if (!verifies()) return result;
  const gpu_bigint common = gcd(a, b);
  check("lcm", [&](const prime_field& mod) {
    const std::uint64_t product = mod.multiply(mod.of(gbi::abs(a)), mod.of(gbi::abs(b)));
    return mod.multiply(mod.of(common), mod.of(result)) == product;
  });
  return result;
}

gpu_bigint calculator::invert(const gpu_bigint& a, const gpu_bigint& n) const {
  gpu_bigint result = gbi::invert(a, n);
  if (!verifies()) return result;
  const gbi::quotient_remainder unit = divide(multiply(result, a), gbi::abs(n));
  require("inverse", unit.remainder == 1 || n == 1 || n == -1);
  return result;
}

gpu_bigint calculator::square_root(const gpu_bigint& a) const {
  return root_of(*this, a);
}

distributed_bigint calculator::square_root(const distributed_bigint& a) const {
  return root_of(*this, a);
}

gpu_bigint calculator::root(const gpu_bigint& a, std::uint64_t k) const {
  gpu_bigint result = gbi::iroot(a, k);
  if (!verifies()) return result;
  const gpu_bigint below = gbi::abs(result), above = below + 1, magnitude = gbi::abs(a);
  if (k >= magnitude.bit_length())  // 2^k is above
    require("root", below == (magnitude.sign() == 0 ? 0 : 1));
  else
    require("root", power(below, k) <= magnitude && magnitude < power(above, k));
  return result;
}

gpu_bigint calculator::factorial(std::uint64_t n) const {
  require_length("factorial", bits_of_factorial(static_cast<double>(n)));
  gpu_bigint result = gbi::factorial(n);
  check("factorial", [&](const prime_field& mod) { return product_of_range(mod, 1, n) == mod.of(result); });
  return result;
}

gpu_bigint calculator::fibonacci(std::uint64_t n) const {
  require_length("Fibonacci number", std::log2(std::numbers::phi) * static_cast<double>(n) - 2);
  gpu_bigint result = gbi::fibonacci(n);
  check("Fibonacci number",
        [&](const prime_field& mod) { return fibonacci_pair(mod, n).first == mod.of(result); });
  return result;
}

gpu_bigint calculator::lucas(std::uint64_t n) const {
  require_length("Lucas number", std::log2(std::numbers::phi) * static_cast<double>(n) - 1);
  gpu_bigint result = gbi::lucas(n);
  check("Lucas number", [&](const prime_field& mod) {  // L(n) = 2 F(n + 1) - F(n)
    const auto [a, b] = fibonacci_pair(mod, n);
    return mod.subtract(mod.add(b, b), a) == mod.of(result);
  });
  return result;
}

gpu_bigint calculator::binomial(const gpu_bigint& n, std::uint64_t k) const {
  // C(n, k) = +-C(k - n - 1, k) for a negative n, and C(upper, k) = C(upper, upper - k).
  const bool is_negative = n.sign() < 0;
  const gpu_bigint upper = is_negative ? gpu_bigint(k) - n - 1 : n, others = upper - k;
  if (others.sign() < 0) return 0;
  const std::uint64_t j = others < k ? static_cast<std::uint64_t>(others) : k;
  // C(upper, j) >= (upper / j)^j
  if (const auto factors = static_cast<double>(j); j > 0) {
    const auto above = static_cast<double>(upper);
    const double log =
        std::isinf(above) ? static_cast<double>(upper.bit_length()) - 1 : std::log2(std::max(above, factors));
    require_length("binomial coefficient", factors * (log - std::log2(factors)));
  }
  gpu_bigint result = gbi::binomial(n, k);
  check("binomial coefficient", [&](const prime_field& mod) {  // C(u, j) j! = u (u - 1) ... (u - j + 1)
    std::uint64_t falling = 1;
    for (std::uint64_t i = 0, factor = mod.of(upper); i < j; ++i, factor = mod.subtract(factor, 1))
      falling = mod.multiply(falling, factor);
    const std::uint64_t expected = is_negative && k % 2 == 1 ? mod.subtract(0, falling) : falling;
    return mod.multiply(mod.of(result), product_of_range(mod, 1, j)) == expected;
  });
  return result;
}

gpu_bigint calculator::primorial(std::uint64_t n) const {
  // Chebyshev's theta(n) is above 0.84 n for n >= 101 (Rosser, Schoenfeld, Illinois J. Math. 6 (1962)).
  if (n >= 101) require_length("primorial", 0.84 * std::numbers::log2e * static_cast<double>(n));
  return gbi::primorial(n);
}

bool calculator::is_prime(const gpu_bigint& n, int rounds) const {
  const bool prime = gbi::is_probable_prime(n, rounds);
  if (verifies() && prime) require("prime test", gbi::is_probable_prime(n, rounds + rounds_of_checks));
  return prime;
}

gpu_bigint calculator::next_prime(const gpu_bigint& n) const {
  gpu_bigint result = gbi::next_prime(n);
  if (!verifies()) return result;
  require("next prime", result > n && gbi::is_probable_prime(result, rounds_of_checks));
  require("next prime", result == 2 || gbi::prev_prime(result) <= n);
  return result;
}

gpu_bigint calculator::previous_prime(const gpu_bigint& n) const {
  gpu_bigint result = gbi::prev_prime(n);
  if (verifies())
    require("previous prime",
            result < n && gbi::is_probable_prime(result, rounds_of_checks) && gbi::next_prime(result) >= n);
  return result;
}

}  // namespace program
