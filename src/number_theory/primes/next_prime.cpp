/// \file
/// The public primality tests, and the primes next to a number.
#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/primes.hpp"
#include "gpu_bigint/remainders.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/host_words.hpp"
#include "src/number/number.hpp"
#include "src/number_theory/primes/primality.hpp"
#include "src/number_theory/primes/prime_tests.hpp"
#include "src/number_theory/primes/primes.hpp"
#include "src/process/concat.hpp"
#include "src/words/number_theory/prime.hpp"

namespace gbi {

namespace {

/// Odd primes for trial division. For numbers of n limbs, a test costs about n^2 and a remainder costs n.
std::vector<std::uint64_t> small_primes(std::size_t bits) {
  std::vector<std::uint64_t> primes =
      number_theory::primes_up_to(std::min<std::size_t>(4096 + 16 * bits, 1 << 20));
  primes.erase(primes.begin());
  return primes;
}

/// \param n above 2^64
bool has_small_factor(const gpu_bigint& n) {
  std::vector<std::uint64_t> primes = small_primes(n.bit_length());
  primes.push_back(2);
  const std::vector<std::uint64_t> remainders = mod_each(n, primes);
  return std::find(remainders.begin(), remainders.end(), std::uint64_t{0}) != remainders.end();
}

/// The first primality tests for the neighbours of a number above 2^64.
class neighbour_tests {
 public:
  explicit neighbour_tests(const gpu_bigint& start) : start_(start), limbs_(start.to_limbs()) {}

  /// The number of simultaneous tests that take little more time than one.
  std::size_t at_once() const { return is_short() ? engine().tuning().number_theory.prime_tests : 1; }
  /// The distances for which start + distance passes.
  std::vector<std::int64_t> passed(std::span<const std::int64_t> distances) const {
    std::vector<std::int64_t> result;
    if (!is_short()) {
      for (const std::int64_t distance : distances)
        if (number_theory::passes_strong_test(start_ + distance)) result.push_back(distance);
      return result;
    }
    // If one of them needs room for a carry, all get it.
    const std::size_t limbs = std::max(limbs_of(distances.front()), limbs_of(distances.back()));
    std::vector<limb> rows(distances.size() * limbs);
    for (std::size_t g = 0; g < distances.size(); ++g) {
      const std::vector<limb> number = at(distances[g]);
      std::copy_n(number.begin(), std::min(number.size(), limbs),
                  rows.begin() + static_cast<std::ptrdiff_t>(g * limbs));
    }
    const std::vector<bool> passes =
        number_theory::strong_tests(engine(), rows, static_cast<std::uint32_t>(limbs));
    for (std::size_t g = 0; g < distances.size(); ++g)
      if (passes[g]) result.push_back(distances[g]);
    return result;
  }

 private:
  detail::engine& engine() const { return *detail::number_of(start_)->owner(); }
  /// Whether the numbers are short enough for prime tests in one launch, with a limb for a carry.
  bool is_short() const {
    return !numbers::words_within(start_, &plan::word_limits::prime_search) &&
           number_theory::has_prime_tests(engine(), limbs_.size() + 1);
  }
  /// start + distance, with one more limb.
  std::vector<limb> at(std::int64_t distance) const {
    std::vector<limb> result = limbs_;
    result.push_back(0);
    limb carry = static_cast<limb>(distance < 0 ? -distance : distance);
    for (limb& l : result) {
      const limb before = std::exchange(l, distance < 0 ? l - carry : l + carry);
      carry = distance < 0 ? l > before : l < before;
    }
    return result;
  }
  std::size_t limbs_of(std::int64_t distance) const { return limbs_.size() + (at(distance).back() != 0); }

  const gpu_bigint& start_;
  std::vector<limb> limbs_;
};

/// The nearest prime from `start`, which is odd, upwards (direction 1) or downwards (-1).
gpu_bigint nearest_prime(const gpu_bigint& start, int direction) {
  const faults::operation_scope scope("search for a prime", start);
  const std::size_t bits = start.bit_length();
  const std::vector<std::uint64_t> primes = small_primes(bits);
  const std::vector<std::uint64_t> remainders = mod_each(start, primes);
  const neighbour_tests tests(start);
  const std::size_t window = 256 + 2 * bits;  // in candidates; one in 0.35 `bits` is a prime
  for (std::size_t first = 0;; first += window) {
    std::vector<bool> composite(window);
    for (std::size_t i = 0; i < primes.size(); ++i) {
      // Candidate k is start + 2 k direction. p divides the candidates k = -+ remainder / 2 and every p-th
      // after it.
      const std::uint64_t p = primes[i], r = direction > 0 ? (p - remainders[i]) % p : remainders[i];
      const std::uint64_t k = r % 2 == 0 ? r / 2 : (r + p) / 2;
      for (std::uint64_t j = (k + p - first % p) % p; j < window; j += p) composite[j] = true;
    }
    std::vector<std::int64_t> distances;
    for (std::size_t j = 0; j < window; ++j)
      if (!composite[j]) distances.push_back(2 * direction * static_cast<std::int64_t>(first + j));
    for (std::size_t i = 0; i < distances.size(); i += tests.at_once()) {
      const auto some = std::span(distances).subspan(i, std::min(tests.at_once(), distances.size() - i));
      for (const std::int64_t distance : tests.passed(some)) {
        gpu_bigint candidate = start + distance;
        if (number_theory::passes_other_tests(candidate, 25)) return candidate;
      }
    }
  }
}

std::uint64_t word_of(const gpu_bigint& n) {
  return n.sign() == 0 ? 0 : n.to_limbs().front();
}

}  // namespace

bool is_probable_prime(const gpu_bigint& n, int rounds) {
  if (const detail::short_view own = numbers::words_within(n, &plan::word_limits::prime)) {
    if (own.size == 0) return false;
    const numbers::word_memory scratch(words::prime_scratch(own.size));
    return words::is_probable_prime(own.limbs, own.size, rounds, number_theory::random_word(),
                                    scratch.data());
  }
  const faults::operation_scope scope("prime test", n);
  const std::size_t bits = n.bit_length();
  if (bits <= limb_bits) return words::is_prime_word(word_of(n));
  const gpu_bigint magnitude = abs(n);
  return !has_small_factor(magnitude) && number_theory::passes_strong_test(magnitude) &&
         number_theory::passes_other_tests(magnitude, rounds);
}

std::vector<bool> is_probable_prime(std::span<const gpu_bigint> n, int rounds) {
  const faults::operation_scope scope("prime tests", n.size());
  std::vector<bool> result(n.size());
  std::vector<gpu_bigint> left;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < n.size(); ++i) {
    if (!number_theory::takes_products(n[i])) {
      result[i] = is_probable_prime(n[i], rounds);
    } else if (gpu_bigint magnitude = abs(n[i]); !has_small_factor(magnitude)) {
      left.push_back(std::move(magnitude));
      places.push_back(i);
    }
  }
  const std::vector<bool> strong = number_theory::pass_strong_tests(left);
  for (std::size_t j = 0; j < left.size(); ++j)
    result[places[j]] = strong[j] && number_theory::passes_other_tests(left[j], rounds);
  return result;
}

gpu_bigint next_prime(const gpu_bigint& n) {
  if (n < 2) return n.in_same_context(2);
  if (const detail::short_view own = numbers::words_within(n, &plan::word_limits::prime_search)) {
    numbers::word_result result(*detail::core_of(n), own.size + 1);
    const numbers::word_memory scratch(words::next_prime_scratch(own.size));
    words::next_prime(result.data(), own.limbs, own.size, number_theory::random_word(), scratch.data());
    return result.value(false);
  }
  const scoped_context use(n.context());
  if (n < words::largest_prime_word) return words::next_prime_word(word_of(n));
  if (n.bit_length() <= limb_bits) {
    gpu_bigint candidate = n + 1;
    while (!is_probable_prime(candidate)) ++candidate;
    return candidate;
  }
  return nearest_prime(n + (word_of(n) % 2 == 0 ? 1 : 2), 1);
}

gpu_bigint prev_prime(const gpu_bigint& n) {
  if (n <= 2)
    throw std::domain_error(concat("prime below a number of ", n.limb_bound(), " limbs that is at most 2"));
  const scoped_context use(n.context());
  if (n.bit_length() <= limb_bits + 1) {
    gpu_bigint candidate = n - 1;
    while (!is_probable_prime(candidate)) --candidate;
    return candidate;
  }
  return nearest_prime(n - (word_of(n) % 2 == 0 ? 1 : 2), -1);
}

removed_factor remove(const gpu_bigint& a, const gpu_bigint& factor) {
  if (abs(factor) <= 1)
    throw std::domain_error(
        concat("removal of a factor that is 0, 1 or -1 from a number of ", a.limb_bound(), " limbs"));
  if (a.sign() == 0) return {a, 0};
  const scoped_context use(a.context());
  removed_factor result{abs(a), 0};
  const bool negative = a.sign() < 0, negative_factor = factor.sign() < 0;
  std::vector<gpu_bigint> powers{abs(factor)};  // factor^(2^i)
  const auto divides = [&](std::size_t i) {
    auto [quotient, remainder] = div_rem(result.rest, powers[i]);
    if (remainder.sign() != 0) return false;
    result.rest = std::move(quotient);
    result.times += std::uint64_t{1} << i;
    return true;
  };
  std::size_t i = 0;
  for (; divides(i); ++i) powers.push_back(square(powers[i]));
  while (i-- > 0) divides(i);
  if (negative != (negative_factor && result.times % 2 == 1)) result.rest = -result.rest;
  return result;
}

}  // namespace gbi
