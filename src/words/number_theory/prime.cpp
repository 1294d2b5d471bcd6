#include "src/words/number_theory/prime.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>

#include "kernels/word/jacobi.hpp"
#include "src/words/division/divide.hpp"
#include "src/words/division/root.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/montgomery.hpp"
#include "src/words/number_theory/power_mod.hpp"
#include "src/words/number_theory/small_primes.hpp"

namespace gbi::words {

namespace {

/// out = a / 2^twos for the largest twos that divides a. \returns twos. `size` becomes the size of the odd
/// part.
std::size_t remove_twos(limb* a, std::size_t& size) noexcept {
  std::size_t zeros = 0;
  while (a[zeros] == 0) ++zeros;
  const int shift = std::countr_zero(a[zeros]);
  shift_right(a, a + zeros, size - zeros, shift);
  size = significant(a, size - zeros);
  return zeros * limb_bits + static_cast<std::size_t>(shift);
}

/// The first d of 5, -7, 9, -11, ... with (d / n) = -1. It is 0 if n has a factor in common with an earlier
/// d, or is a square, for which no such d exists. As d = 1 modulo 4, (d / n) = (n / |d|).
std::int64_t lucas_discriminant(const limb* n, std::size_t size, limb* scratch) noexcept {
  for (limb d = 5;; d += 2) {
    // Few numbers other than squares reach this point.
    if (d == 133 && is_perfect_square(n, size, scratch)) return 0;
    const int symbol = kernels::jacobi_of_words(remainder_1(n, size, d), d);
    if (symbol == 0) return 0;
    const auto signed_d = static_cast<std::int64_t>(d);
    if (symbol < 0) return d % 4 == 1 ? signed_d : -signed_d;
  }
}

/// out = |q| a, by doubling.
void multiply_small(limb* out, const limb* a, limb q, const montgomery_modulus& m) noexcept {
  std::copy_n(a, m.width, out);
  for (limb bit = std::bit_floor(q) >> 1; bit != 0; bit >>= 1) {
    add_mod(out, out, out, m);
    if ((q & bit) != 0) add_mod(out, out, a, m);
  }
}

/// u + v x modulo n and x^2 - x + q. For x^k = u + v x, v = U_k and 2 u + v = V_k.
class lucas_power {
 public:
  static std::size_t memory(std::size_t width) noexcept { return 5 * width; }

  /// x
  lucas_power(const montgomery_modulus& m, std::int64_t q, limb* memory, limb* scratch) noexcept
      : m_(m),
        q_is_negative_(q < 0),
        q_(static_cast<limb>(std::abs(q))),
        u_(memory),
        v_(u_ + m.width),
        sum_(v_ + m.width),
        other_(sum_ + m.width),
        scaled_(other_ + m.width),
        scratch_(scratch) {
    std::fill_n(u_, m.width, limb{0});
    std::copy_n(m.one, m.width, v_);
  }

  void square() noexcept {
    add_mod(sum_, u_, u_, m_);
    add_mod(sum_, sum_, v_, m_);
    square_mod(other_, v_, m_, scratch_);
    multiply_mod(v_, v_, sum_, m_, scratch_);
    square_mod(u_, u_, m_, scratch_);
    subtract_q_times(u_, other_);
  }
  void multiply_by_x() noexcept {
    std::copy_n(u_, m_.width, sum_);
    std::fill_n(u_, m_.width, limb{0});
    subtract_q_times(u_, v_);
    add_mod(v_, v_, sum_, m_);
  }
  bool u_is_zero() const noexcept { return is_zero_mod(v_, m_, scratch_); }
  bool v_is_zero() const noexcept {
    add_mod(sum_, u_, u_, m_);
    add_mod(sum_, sum_, v_, m_);
    return is_zero_mod(sum_, m_, scratch_);
  }

 private:
  /// out -= q a
  void subtract_q_times(limb* out, const limb* a) noexcept {
    if (q_ != 1) {
      multiply_small(scaled_, a, q_, m_);
      a = scaled_;
    }
    if (q_is_negative_)
      add_mod(out, out, a, m_);
    else
      subtract_mod(out, out, a, m_);
  }

  const montgomery_modulus& m_;
  bool q_is_negative_;
  limb q_;
  limb *u_, *v_, *sum_, *other_, *scaled_, *scratch_;
};

bool passes_strong_test(const montgomery_modulus& m, limb base, limb* scratch) noexcept {
  const std::size_t size = m.size;
  limb* const exponent = scratch;
  limb* const x = exponent + size;
  limb* const value = x + m.width;
  limb* const spare = value + size;
  std::copy_n(m.n, size, exponent);
  exponent[0] -= 1;
  std::size_t exponent_size = size;
  const std::size_t twos = remove_twos(exponent, exponent_size);
  if (base == 2) {
    power_of_two_montgomery(x, exponent, exponent_size, m, spare);
  } else {
    if (size == 1) base %= m.n[0];
    to_montgomery(x, &base, 1, m, spare);
    power_montgomery(x, x, exponent, exponent_size, m, spare);
  }
  for (std::size_t i = 0; i < twos; ++i) {
    if (i > 0) square_mod(x, x, m, spare);
    from_montgomery(value, x, m, spare);
    if (value[0] == 1 && significant(value, size) == 1) return i == 0;
    value[0] += 1;  // n - 1 is even
    if (compare(value, m.n, size) == 0) return true;
  }
  return false;
}

bool passes_lucas_test(const montgomery_modulus& m, limb* scratch) noexcept {
  const std::size_t size = m.size;
  const std::int64_t d = lucas_discriminant(m.n, size, scratch);
  if (d == 0) return false;
  limb* const index = scratch;
  limb* const memory = index + size + 1;
  index[size] = add_1(index, m.n, size, 1);
  std::size_t index_size = significant(index, size + 1);
  const std::size_t twos = remove_twos(index, index_size);
  lucas_power power(m, (1 - d) / 4, memory, memory + lucas_power::memory(m.width));
  for (std::size_t i = bit_length(index, index_size) - 1; i-- > 0;) {
    power.square();
    if ((index[i / limb_bits] >> i % limb_bits & 1) != 0) power.multiply_by_x();
  }
  if (power.u_is_zero()) return true;
  for (std::size_t i = 0; i < twos; ++i) {
    if (power.v_is_zero()) return true;
    if (i + 1 < twos) power.square();
  }
  return false;
}

/// Limbs that the tests need in addition to a modulus.
std::size_t tests_scratch(std::size_t n) noexcept {
  const std::size_t width = montgomery_memory(n) / 3;
  return 2 * n + 2 + lucas_power::memory(width) +
         std::max(power_montgomery_scratch(n * limb_bits, n), square_root_scratch(n) + n + 2);
}

/// The tests after trial division; n is odd and has more than one limb.
bool passes_tests(const limb* n, std::size_t size, int rounds, limb seed, limb* scratch) noexcept {
  limb* const spare = scratch + montgomery_memory(size);
  const montgomery_modulus m = make_montgomery(n, size, scratch, spare);
  if (!passes_strong_test(m, 2, spare) || !passes_lucas_test(m, spare)) return false;
  for (int i = 24; i < rounds; ++i) {
    // Source of the mixing: S. Vigna, SplitMix64.
    seed += 0x9e3779b97f4a7c15;
    limb base = (seed ^ seed >> 30) * 0xbf58476d1ce4e5b9;
    base = (base ^ base >> 27) * 0x94d049bb133111eb;
    if (!passes_strong_test(m, 3 + (base >> 2), spare)) return false;
  }
  return true;
}

/// The limbs of a window of the sieve, which has a byte for each candidate. One number in 0.7 `bits` is
/// prime, and every second number is a candidate.
std::size_t window_limbs(std::size_t bits) noexcept {
  return (bits + 128) / limb_bits * sizeof(limb);
}

}  // namespace

std::size_t prime_scratch(std::size_t n) noexcept {
  return montgomery_memory(n) + tests_scratch(n);
}

bool is_strong_probable_prime(const limb* n, std::size_t size, limb base, limb* scratch) noexcept {
  limb* const spare = scratch + montgomery_memory(size);
  return passes_strong_test(make_montgomery(n, size, scratch, spare), base, spare);
}

bool is_strong_lucas_probable_prime(const limb* n, std::size_t size, limb* scratch) noexcept {
  limb* const spare = scratch + montgomery_memory(size);
  return passes_lucas_test(make_montgomery(n, size, scratch, spare), spare);
}

bool is_probable_prime(const limb* n, std::size_t size, int rounds, limb seed, limb* scratch) noexcept {
  if (size == 1) return is_prime_word(n[0]);
  if (n[0] % 2 == 0 || has_small_factor(n, size)) return false;
  return passes_tests(n, size, rounds, seed, scratch);
}

std::size_t next_prime_scratch(std::size_t n) noexcept {
  const std::size_t bits = (n + 1) * limb_bits;
  return n + 1 + (sieving_primes(bits) + 1) / 2 + window_limbs(bits) + prime_scratch(n + 1);
}

void next_prime(limb* out, const limb* a, std::size_t n, limb seed, limb* scratch) noexcept {
  if (n == 1 && a[0] < largest_prime_word) {
    out[0] = next_prime_word(a[0]);
    out[1] = 0;
    return;
  }
  // The first odd number above a.
  limb* const start = scratch;
  start[n] = add_1(start, a, n, a[0] % 2 == 0 ? 1 : 2);
  const std::size_t size = significant(start, n + 1), bits = bit_length(start, size);
  const std::size_t primes = sieving_primes(bits), window = window_limbs(bits) * sizeof(limb);
  auto* const next_multiple = reinterpret_cast<std::uint32_t*>(start + n + 1);
  auto* const composite = reinterpret_cast<unsigned char*>(start + n + 1 + (primes + 1) / 2);
  limb* const spare = start + n + 1 + (primes + 1) / 2 + window_limbs(bits);
  first_odd_multiples(next_multiple, primes, start, size);
  for (limb first = 0;; first += window) {
    std::fill_n(composite, window, static_cast<unsigned char>(0));
    for (std::size_t i = 0; i < primes; ++i) {
      const std::uint32_t p = small_prime(i);
      std::size_t at = next_multiple[i];
      for (; at < window; at += p) composite[at] = 1;
      next_multiple[i] = static_cast<std::uint32_t>(at - window);
    }
    for (std::size_t i = 0; i < window; ++i) {
      if (composite[i] != 0) continue;
      out[n] = start[n] + add_1(out, start, n, 2 * (first + i));
      if (passes_tests(out, significant(out, n + 1), 25, seed, spare)) return;
    }
  }
}

}  // namespace gbi::words
