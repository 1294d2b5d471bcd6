#include "src/number_theory/primes/primality.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <random>
#include <vector>

#include "gpu_bigint/remainders.hpp"
#include "gpu_bigint/roots.hpp"
#include "kernels/word/jacobi.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/modular/modulus_access.hpp"
#include "src/number_theory/modular/odd_part.hpp"
#include "src/number_theory/primes/prime_tests.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi::number_theory {

namespace {

/// The first D of 5, -7, 9, -11, ... with (D / n) = -1. Returns 0 if n has a common factor with an earlier
/// candidate, or is a square, for which no such D exists. As D = 1 modulo 4, (D / n) = (n / |D|). Hardly any
/// number except squares needs more than the first few candidates.
std::int64_t lucas_discriminant(const gpu_bigint& n) {
  for (std::uint64_t first = 5;; first += 128) {
    std::vector<std::uint64_t> candidates;
    for (std::uint64_t d = first; d < first + 128; d += 2) candidates.push_back(d);
    if (first > 5 && is_perfect_square(n)) return 0;
    const std::vector<std::uint64_t> remainders = mod_each(n, candidates);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const int symbol = kernels::jacobi_of_words(remainders[i], candidates[i]);
      const auto d = static_cast<std::int64_t>(candidates[i]);
      if (symbol < 0) return d % 4 == 1 ? d : -d;
      if (symbol == 0) return 0;
    }
  }
}

/// u + v x modulo n and x^2 - x + q. With x^k = u + v x, v = U_k and 2 u + v = V_k.
class lucas_power {
 public:
  lucas_power(const modulus& n, std::int64_t q)
      : n_(n), q_is_negative_(q < 0), q_(q < 0 ? -q : q), u_(0), v_(1) {}

  void square() {
    const gpu_bigint v_squared = reduced(v_ * v_);
    const gpu_bigint v = reduced(v_ * (u_ + u_ + v_));
    u_ = reduced(u_ * u_ + minus_q_times(v_squared));
    v_ = v;
  }
  void multiply_by_x() {
    gpu_bigint u = reduced(minus_q_times(v_));
    v_ = u_ + v_;
    u_ = std::move(u);
  }
  bool u_is_zero() const { return n_.reduce(v_).sign() == 0; }
  bool v_is_zero() const { return n_.reduce(u_ + u_ + v_).sign() == 0; }

 private:
  gpu_bigint reduced(const gpu_bigint& a) const { return detail::loosely_reduced(n_, a); }
  /// A nonnegative number congruent to -q a.
  gpu_bigint minus_q_times(const gpu_bigint& a) const {
    return q_ * (q_is_negative_ ? a : detail::loose_bound(n_) - a);
  }

  const modulus& n_;
  bool q_is_negative_;
  gpu_bigint q_, u_, v_;
};

bool is_short(const gpu_bigint& n) {
  return !is_in_words(n) && has_prime_tests(*detail::number_of(n)->owner(), n.limb_bound());
}

}  // namespace

bool is_in_words(const gpu_bigint& n) {
  return static_cast<bool>(numbers::words_within(n, &plan::word_limits::prime));
}

std::uint64_t random_word() {
  thread_local std::mt19937_64 random{std::random_device{}()};
  return random();
}

bool is_strong_probable_prime(const modulus& n, const gpu_bigint& base) {
  const gpu_bigint minus_one = n.value() - 1;
  const std::uint64_t twos = odd_part(minus_one).twos;
  gpu_bigint x = n.power(base, minus_one >> static_cast<std::int64_t>(twos));
  if (x == 1 || x == minus_one) return true;
  for (std::uint64_t i = 1; i < twos; ++i) {
    x = n.multiply(x, x);
    if (x == minus_one) return true;
    if (x == 1) return false;
  }
  return false;
}

bool is_strong_lucas_probable_prime(const modulus& n) {
  const std::int64_t d = lucas_discriminant(n.value());
  if (d == 0) return false;
  const std::int64_t q = (1 - d) / 4;
  if (is_short(n.value()) && std::abs(q) <= kernels::lucas_largest_q) return lucas_test(n.value(), q);
  const odd_part index(n.value() + 1);
  lucas_power power(n, q);
  for (std::uint64_t i = index.bits - 1; i-- > 0;) {
    power.square();
    if (index.bit(i)) power.multiply_by_x();
  }
  if (power.u_is_zero()) return true;
  for (std::uint64_t i = 0; i < index.twos; ++i) {
    if (power.v_is_zero()) return true;
    if (i + 1 < index.twos) power.square();
  }
  return false;
}

bool passes_strong_test(const gpu_bigint& n) {
  if (const detail::short_view own = numbers::words_within(n, &plan::word_limits::prime)) {
    const numbers::word_memory scratch(words::prime_scratch(own.size));
    return words::is_strong_probable_prime(own.limbs, own.size, 2, scratch.data());
  }
  const scoped_context use(n.context());
  if (!is_short(n)) return is_strong_probable_prime(modulus(n), 2);
  const std::vector<limb> limbs = n.to_limbs();
  return strong_tests(*detail::number_of(n)->owner(), limbs, static_cast<std::uint32_t>(limbs.size()))
      .front();
}

bool passes_other_tests(const gpu_bigint& n, int rounds) {
  if (const detail::short_view own = numbers::words_within(n, &plan::word_limits::prime)) {
    const numbers::word_memory scratch(words::prime_scratch(own.size));
    return words::is_probable_prime(own.limbs, own.size, rounds, random_word(), scratch.data());
  }
  const scoped_context use(n.context());
  const modulus by(n);
  if (!is_strong_lucas_probable_prime(by)) return false;
  std::vector<std::uint64_t> bases;
  for (int i = 24; i < rounds; ++i) bases.push_back(3 + (random_word() >> 2));
  if (is_short(n)) return passes_bases(n, bases);
  return std::all_of(bases.begin(), bases.end(),
                     [&](std::uint64_t base) { return is_strong_probable_prime(by, base); });
}

}  // namespace gbi::number_theory
