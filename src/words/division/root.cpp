#include "src/words/division/root.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/words/division/divide.hpp"
#include "src/words/floating_scope.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// Limbs of an intermediate power. The root's bit count is rounded up, which at most doubles that of the
/// power.
std::size_t longest_power(std::size_t n) noexcept {
  return 2 * n + 3;
}
std::size_t power_scratch(std::size_t n) noexcept {
  const std::size_t longest = longest_power(n);
  return longest + std::max(multiply_scratch(longest, longest), square_scratch(longest));
}

/// out = base^k, k >= 1, in at most longest_power() limbs, by squares from the top bit of k. \returns their
/// count. A power that would be longer, which only a processor fault can cause, becomes all ones.
std::size_t power(limb* out, const limb* base, std::size_t size, limb k, std::size_t longest,
                  limb* scratch) noexcept {
  limb* const product = scratch;
  limb* const spare = product + longest;
  const auto too_long = [=] {
    std::fill_n(out, longest, ~limb{0});
    return longest;
  };
  std::copy_n(base, size, out);
  std::size_t n = size;
  for (limb mask = std::bit_floor(k) >> 1; mask != 0; mask >>= 1) {
    if (2 * n > longest) return too_long();
    square(product, out, n, spare);
    n = significant(product, 2 * n);
    if ((k & mask) == 0) {
      std::copy_n(product, n, out);
      continue;
    }
    if (n + size > longest) return too_long();
    if (n >= size)
      multiply(out, product, n, base, size, spare);
    else
      multiply(out, base, size, product, n, spare);
    n = significant(out, n + size);
  }
  return n;
}

/// out = a / 2^bits, rounded down. \returns the count of limbs.
std::size_t shifted_right(limb* out, const limb* a, std::size_t n, std::size_t bits) noexcept {
  if (bits >= n * limb_bits) return 0;
  const std::size_t skip = bits / limb_bits;
  shift_right(out, a + skip, n - skip, static_cast<int>(bits % limb_bits));
  return significant(out, n - skip);
}

/// An upper bound on the k-th root of a, which has `bits` bits, with a relative error below 2^-36. It is at
/// most 2^precision if the root has `precision` <= 40 bits before the point.
limb estimate(const limb* a, std::size_t n, std::size_t bits, limb k, std::size_t precision) noexcept {
  const floating_scope environment;
  const int shift = std::countl_zero(a[n - 1]);
  const limb top = a[n - 1] << shift | (n > 1 ? a[n - 2] >> 1 >> (limb_bits - 1 - shift) : 0);
  // a = m 2^bits with m in [1/2, 1). The root's exponent is reduced before it loses bits.
  const double log_m = std::log2(static_cast<double>(top)) - limb_bits;
  const limb whole = bits / k;
  const double fraction = (static_cast<double>(bits % k) + log_m) / static_cast<double>(k);
  const std::size_t dropped = (bits - 1) / k + 1 - precision;
  const double x = std::ldexp(std::exp2(fraction), static_cast<int>(whole) - static_cast<int>(dropped));
  return std::min(static_cast<limb>(x * (1 + 0x1p-38)) + 1, limb{1} << precision);
}

/// The least precision from which one step reaches `precision` bits. An error of 4 units in the last of p
/// places becomes an error of (k - 1) / 2 2^(4 - 2 p + 2) of the root.
std::size_t precision_before(std::size_t precision, limb k) noexcept {
  return (precision + 8 + static_cast<std::size_t>(std::bit_width(k))) / 2;
}

}  // namespace

std::size_t root_scratch(std::size_t n) noexcept {
  const std::size_t longest = longest_power(n);
  const std::size_t newton =
      2 * (n + 3) + (n + 1) + longest + (n + 1) + std::max(power_scratch(n), divide_scratch(n, n) + n);
  return std::max(newton, square_root_scratch(n) + n + 2);
}

void root(limb* out, limb* remainder, const limb* a, std::size_t n, limb k, limb* scratch) noexcept {
  const std::size_t bits = bit_length(a, n), size = k < n ? (n + k - 1) / k : 1;
  if (k == 1) {
    std::copy_n(a, n, out);
    if (remainder != nullptr) std::fill_n(remainder, n, limb{0});
    return;
  }
  if (k == 2) {
    limb* const spare = scratch;
    square_root(out, remainder == nullptr ? nullptr : spare, a, n, spare + size + 1);
    if (remainder == nullptr) return;
    std::copy_n(spare, std::min(size + 1, n), remainder);
    std::fill(remainder + std::min(size + 1, n), remainder + n, limb{0});
    return;
  }
  if (k >= bits) {
    out[0] = 1;
    if (remainder != nullptr) subtract_1(remainder, a, n, 1);
    return;
  }
  const std::size_t longest = longest_power(n), root_bits = (bits - 1) / k + 1;
  limb* const x = scratch;
  limb* const next = x + n + 3;
  limb* const leading = next + n + 3;
  limb* const x_power = leading + n + 1;
  limb* const quotient = x_power + longest;
  limb* const work = quotient + n + 1;

  // The precisions of the steps, the last step first.
  std::size_t precision = root_bits;
  int steps = 0;
  constexpr std::size_t first = 36;
  for (; precision > first; ++steps) precision = precision_before(precision, k);
  x[0] = estimate(a, n, bits, k, precision);
  x[1] = 0;
  std::size_t x_size = 1;
  // x is at least the root of the leading bits. Each step maintains this, except for rounding down.
  for (int step = steps; step >= 0; --step) {
    std::size_t target = root_bits;
    for (int i = 0; i < step; ++i) target = precision_before(target, k);
    const std::size_t shift = target - precision;
    if (step < steps) add_1(x, x, x_size + 1, 1);
    x_size = significant(x, x_size + 1);
    const std::size_t limbs = shift / limb_bits;
    next[x_size + limbs] = shift_left(next + limbs, x, x_size, static_cast<int>(shift % limb_bits));
    std::fill_n(next, limbs, limb{0});
    const std::size_t next_size = significant(next, x_size + limbs + 1);
    const std::size_t power_size = power(x_power, x, x_size, k - 1, longest, work);
    precision = target;

    // ((k - 1) x + a / x^(k - 1)) / k. x and the power end in zeros, which the power is computed without.
    const std::size_t leading_size = shifted_right(leading, a, n, k * (root_bits - target) + (k - 1) * shift);
    next[next_size] = multiply_1(next, next, next_size, k - 1);
    next[next_size + 1] = 0;
    if (leading_size >= power_size) {
      divide(quotient, nullptr, leading, leading_size, x_power, power_size, work);
      const std::size_t quotient_size = significant(quotient, leading_size - power_size + 1);
      add(next, next, next_size + 2, quotient, quotient_size);
    }
    divide_1(x, next, next_size + 2, k);
    x_size = significant(x, next_size + 2);
    x[x_size] = 0;
  }
  // The root is at most two too large, unless the processor is faulty. The loop ends in either case.
  for (int left = 8;; --left) {
    const std::size_t power_size = power(x_power, x, x_size, k, longest, work);
    if (compare(x_power, power_size, a, n) <= 0 || left == 0) {
      if (remainder != nullptr) subtract(remainder, a, n, x_power, std::min(power_size, n));
      break;
    }
    subtract_1(x, x, x_size, 1);
    x_size = significant(x, x_size);
  }
  std::copy_n(x, std::min(x_size, size), out);
  std::fill(out + std::min(x_size, size), out + size, limb{0});
}

namespace {

bool is_small_prime(limb n) noexcept {
  for (limb d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n > 1;
}

limb power_modulo(limb base, limb exponent, limb modulus) noexcept {
  limb result = 1;
  for (base %= modulus; exponent > 0; exponent /= 2) {
    if (exponent % 2 == 1) result = result * base % modulus;
    base = base * base % modulus;
  }
  return result;
}

/// False if a is certainly not a k-th power, judged by one remainder.
bool may_be_power(const limb* a, std::size_t n, limb k) noexcept {
  const limb p = prime_above(limb{1} << 16, k);
  const limb remainder = remainder_1(a, n, p);
  return remainder == 0 || power_modulo(remainder, (p - 1) / k, p) == 1;
}

}  // namespace

limb prime_above(limb least, limb k) noexcept {
  limb p = (least / k + 1) * k + 1;
  while (!is_small_prime(p)) p += k;
  return p;
}

bool is_perfect_power(const limb* a, std::size_t n, limb* scratch) noexcept {
  const std::size_t bits = bit_length(a, n);
  if (bits == 1) return true;
  // The exponent divides the number of factors of two.
  std::size_t zeros = 0;
  while (a[zeros] == 0) ++zeros;
  const std::size_t twos = zeros * limb_bits + static_cast<std::size_t>(std::countr_zero(a[zeros]));
  for (limb k = 2; k < bits; ++k) {
    if (twos > 0 && k > twos) return false;
    if (twos % k != 0 || !is_small_prime(k) || !may_be_power(a, n, k)) continue;
    limb* const result = scratch;
    limb* const remainder = result + n;
    root(result, remainder, a, n, k, remainder + n);
    if (significant(remainder, n) == 0) return true;
  }
  return false;
}

}  // namespace gbi::words
