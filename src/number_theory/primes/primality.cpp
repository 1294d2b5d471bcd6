#include "src/number_theory/primes/primality.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "gpu_bigint/remainders.hpp"
#include "gpu_bigint/roots.hpp"
#include "kernels/modular/arguments.hpp"
#include "kernels/word/jacobi.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/modular/modulus_access.hpp"
#include "src/number_theory/modular/odd_part.hpp"
#include "src/number_theory/modular/powers_of_two.hpp"
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

/// n - 1 = 2^twos odd.
struct even_number {
  gpu_bigint value;
  std::uint64_t twos;
  gpu_bigint odd;

  explicit even_number(const gpu_bigint& n)
      : value(n - 1), twos(odd_part(value).twos), odd(value >> static_cast<std::int64_t>(twos)) {}
};

/// Whether n passes the strong test, given the power x of the base with the odd part of n - 1.
template <class Square>
bool is_strong(const even_number& before, gpu_bigint x, const Square& square) {
  if (x == 1 || x == before.value) return true;
  for (std::uint64_t i = 1; i < before.twos; ++i) {
    x = square(x);
    if (x == before.value) return true;
    if (x == 1) return false;
  }
  return false;
}

/// Strong tests of numbers of similar lengths in one context.
std::vector<bool> tested_together(std::span<const gpu_bigint> n) {
  const scoped_context use(n.front().context());
  std::vector<even_number> before(n.begin(), n.end());
  std::vector<gpu_bigint> exponents;
  exponents.reserve(before.size());
  for (const even_number& each : before) exponents.push_back(each.odd);
  const std::vector<gpu_bigint> powers = powers_of_two(n, exponents);
  std::vector<bool> passed;
  for (std::size_t g = 0; g < n.size(); ++g)
    passed.push_back(is_strong(before[g], powers[g], [&](const gpu_bigint& x) { return x * x % n[g]; }));
  return passed;
}

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
  const even_number before(n.value());
  return is_strong(before, n.power(base, before.odd), [&](const gpu_bigint& x) { return n.multiply(x, x); });
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

bool takes_products(const gpu_bigint& n) {
  if (is_in_words(n)) return false;
  const std::size_t of_one_launch = detail::number_of(n)->owner()->tuning().number_theory.power_limbs;
  return n.limb_bound() > std::max<std::size_t>(of_one_launch, kernels::longest_byte_power);
}

std::vector<bool> pass_strong_tests(std::span<const gpu_bigint> n) {
  const auto owner = [&](std::size_t i) { return detail::number_of(n[i])->owner().get(); };
  std::vector<std::size_t> order(n.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(owner(a), n[a].limb_bound()) < std::pair(owner(b), n[b].limb_bound());
  });
  std::vector<bool> passed(n.size());
  for (std::size_t first = 0, end = 0; first < order.size(); first = end) {
    // All are computed as if they were as long as the longest.
    const gpu_bigint& shortest = n[order[first]];
    const std::size_t longest = shortest.limb_bound() + shortest.limb_bound() / 8;
    std::vector<gpu_bigint> together;
    for (; end < order.size() && end - first < powers_at_once(shortest); ++end) {
      const gpu_bigint& next = n[order[end]];
      if (owner(order[end]) != owner(order[first]) || next.limb_bound() > longest) break;
      together.push_back(next);
    }
    // A single number keeps its transforms.
    const std::vector<bool> found =
        together.size() == 1 ? std::vector<bool>{passes_strong_test(shortest)} : tested_together(together);
    for (std::size_t i = first; i < end; ++i) passed[order[i]] = found[i - first];
  }
  return passed;
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
