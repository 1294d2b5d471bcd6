#include <algorithm>
#include <array>
#include <bit>

#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/montgomery_word.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi::words {

namespace {

bool passes_base_2(const montgomery_word& m, limb n) noexcept {
  const int twos = std::countr_zero(n - 1);
  const limb exponent = (n - 1) >> twos;
  limb x = m.twice(m.one());
  for (limb bit = std::bit_floor(exponent) >> 1; bit != 0; bit >>= 1) {
    x = m.multiply(x, x);
    if ((exponent & bit) != 0) x = m.twice(x);
  }
  if (x == m.one() || x == m.minus_one()) return true;
  for (int i = 1; i < twos; ++i) {
    x = m.multiply(x, x);
    if (x == m.minus_one()) return true;
  }
  return false;
}

/// Tests several bases at once: each product waits for the one before, so independent bases overlap.
template <std::size_t count>
bool passes_bases(const montgomery_word& m, limb n, const std::array<limb, count>& bases) noexcept {
  const int twos = std::countr_zero(n - 1);
  const limb exponent = (n - 1) >> twos;
  std::array<limb, count> base, x;
  for (std::size_t i = 0; i < count; ++i) x[i] = base[i] = m.montgomery(bases[i]);
  for (limb bit = std::bit_floor(exponent) >> 1; bit != 0; bit >>= 1) {
    for (limb& y : x) y = m.multiply(y, y);
    if ((exponent & bit) != 0)
      for (std::size_t i = 0; i < count; ++i) x[i] = m.multiply(x[i], base[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    // A base that is a multiple of n proves nothing.
    bool passes = base[i] == 0 || x[i] == m.one() || x[i] == m.minus_one();
    for (int j = 1; j < twos && !passes; ++j) {
      x[i] = m.multiply(x[i], x[i]);
      passes = x[i] == m.minus_one();
    }
    if (!passes) return false;
  }
  return true;
}

struct odd_divisor {
  limb prime, inverse, largest_quotient;
};
/// Tests divisibility by multiplying with the inverse modulo 2^64: only multiples have a small quotient.
constexpr auto small_divisors = [] {
  constexpr std::array<limb, 17> primes{3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61};
  std::array<odd_divisor, primes.size()> result{};
  for (std::size_t i = 0; i < primes.size(); ++i)
    result[i] = {primes[i], -negative_inverse(primes[i]), ~limb{0} / primes[i]};
  return result;
}();

/// n is odd.
bool is_odd_prime(limb n) noexcept {
  for (const odd_divisor& d : small_divisors)
    if (n * d.inverse <= d.largest_quotient) return n == d.prime;
  if (n < 67 * 67) return n > 1;
  montgomery_word m(n);
  if (!passes_base_2(m, n)) return false;
  m.prepare_montgomery();
  // Together with base 2, these bases are enough for all words.
  return passes_bases<6>(m, n, {325, 9375, 28178, 450775, 9780504, 1795265022});
}

}  // namespace

bool is_prime_word(limb n) noexcept {
  return n % 2 == 1 ? is_odd_prime(n) : n == 2;
}

limb next_prime_word(limb a) noexcept {
  if (a < 2) return 2;
  limb candidate = (a + 1) | 1;
  while (!is_odd_prime(candidate)) candidate += 2;
  return candidate;
}

}  // namespace gbi::words
