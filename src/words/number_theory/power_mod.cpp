#include "src/words/number_theory/power_mod.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/montgomery_rows.hpp"
#include "src/words/number_theory/montgomery_word.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

bool bit(const limb* a, std::size_t at) noexcept {
  return (a[at / limb_bits] >> at % limb_bits & 1) != 0;
}

/// A window width w for which the number of products, 2^(w - 1) + bits / (w + 1), is small.
int window_of(std::size_t bits) noexcept {
  constexpr std::array<std::size_t, 7> last{6, 24, 80, 240, 672, 1792, 4608};
  return 1 + static_cast<int>(std::lower_bound(last.begin(), last.end(), bits) - last.begin());
}

/// The lower n limbs of a b.
void multiply_low(limb* out, const limb* a, const limb* b, std::size_t n, limb* scratch) noexcept {
  if (a == b)
    square(scratch, a, n, scratch + 2 * n);
  else
    multiply(scratch, a, n, b, n, scratch + 2 * n);
  std::copy_n(scratch, n, out);
}
std::size_t multiply_low_scratch(std::size_t n) noexcept {
  return 2 * n + std::max(multiply_scratch(n, n), square_scratch(n));
}

/// out = base^exponent modulo 2^(64 n), bit by bit: a square for every bit, and a product for every bit that
/// is set.
void power_low(limb* out, const limb* base, std::size_t n, const limb* exponent, std::size_t bits,
               limb* scratch) noexcept {
  std::copy_n(base, n, out);
  for (std::size_t i = bits - 1; i-- > 0;) {
    multiply_low(out, out, out, n, scratch);
    if (bit(exponent, i)) multiply_low(out, out, base, n, scratch);
  }
}

/// out = 1 / a modulo 2^(64 n) for odd a. Each step of Newton's iteration doubles the limbs.
void invert_low(limb* out, const limb* a, std::size_t n, limb* scratch) noexcept {
  out[0] = -negative_inverse(a[0]);
  limb* const error = scratch;
  for (std::size_t have = 1; have < n;) {
    const std::size_t next = std::min(2 * have, n);
    std::fill(out + have, out + next, limb{0});
    // x (2 - a x)
    multiply_low(error, a, out, next, scratch + n);
    for (std::size_t i = 0; i < next; ++i) error[i] = ~error[i];
    add_1(error, error, next, 3);
    multiply_low(out, out, error, next, scratch + n);
    have = next;
  }
}

/// base^exponent modulo an odd word above 1, from the lowest bit on: the squares and the products do not wait
/// for each other. The exponent's top limb is not 0.
limb power_of_word(limb base, const limb* exponent, std::size_t size, limb n) noexcept {
  montgomery_word m(n);
  m.prepare_montgomery();
  limb square = m.montgomery(base), power = m.one();
  const auto step = [&](limb bit) {
    const limb product = m.multiply(power, square), chosen = 0 - bit;
    power = (product & chosen) | (power & ~chosen);
    square = m.multiply(square, square);
  };
  for (std::size_t i = 0; i + 1 < size; ++i)
    for (int at = 0; at < limb_bits; ++at) step(exponent[i] >> at & 1);
  for (limb left = exponent[size - 1]; left != 0; left >>= 1) step(left & 1);
  return m.from_montgomery(power);
}

/// base^exponent modulo the odd n, for a base below n.
void power_odd(limb* out, const limb* base, const limb* exponent, std::size_t exponent_size, const limb* n,
               std::size_t size, limb* scratch, montgomery_form form) noexcept {
  limb* const memory = scratch;
  limb* const spare = memory + montgomery_memory(size);
  const montgomery_modulus m = make_montgomery(n, size, memory, spare, form);
  limb* const x = spare;
  to_montgomery(x, base, size, m, spare + m.width);
  power_montgomery(x, x, exponent, exponent_size, m, spare + m.width);
  from_montgomery(out, x, m, spare + m.width);
}

std::size_t power_odd_scratch(std::size_t exponent, std::size_t size) noexcept {
  return 2 * montgomery_memory(size) + power_montgomery_scratch(exponent * limb_bits, size);
}

}  // namespace

std::size_t power_montgomery_scratch(std::size_t bits, std::size_t size) noexcept {
  const std::size_t width = montgomery_memory(size) / 3;
  return ((std::size_t{1} << (window_of(bits) - 1)) + 1) * width + montgomery_scratch(size);
}

void power_montgomery(limb* out, const limb* base, const limb* exponent, std::size_t exponent_size,
                      const montgomery_modulus& m, limb* scratch) noexcept {
  const std::size_t bits = bit_length(exponent, exponent_size), width = m.width;
  const auto window = static_cast<std::size_t>(window_of(bits));
  const std::size_t powers = std::size_t{1} << (window - 1);
  // base^(2 i + 1) at place i.
  limb* const table = scratch;
  limb* const base_squared = table + powers * width;
  limb* const spare = base_squared + width;
  std::copy_n(base, width, table);
  if (powers > 1) square_mod(base_squared, base, m, spare);
  for (std::size_t i = 1; i < powers; ++i)
    multiply_mod(table + i * width, table + (i - 1) * width, base_squared, m, spare);
  bool started = false;
  for (std::size_t i = bits; i > 0;) {
    if (!bit(exponent, i - 1)) {
      square_mod(out, out, m, spare);
      --i;
      continue;
    }
    // The window has bits first to i - 1. The bits at both ends are set.
    std::size_t first = i > window ? i - window : 0;
    while (!bit(exponent, first)) ++first;
    std::size_t value = 0;
    for (std::size_t at = i; at-- > first;) value = 2 * value + (bit(exponent, at) ? 1 : 0);
    const limb* const power = table + value / 2 * width;
    if (started) {
      for (std::size_t at = first; at < i; ++at) square_mod(out, out, m, spare);
      multiply_mod(out, out, power, m, spare);
    } else {
      std::copy_n(power, width, out);
      started = true;
    }
    i = first;
  }
}

void power_of_two_montgomery(limb* out, const limb* exponent, std::size_t exponent_size,
                             const montgomery_modulus& m, limb* scratch) noexcept {
  const std::size_t bits = bit_length(exponent, exponent_size);
  add_mod(out, m.one, m.one, m);
  for (std::size_t i = bits - 1; i-- > 0;) square_twice_mod(out, out, bit(exponent, i) ? 1 : 0, m, scratch);
  if (m.digits != 0) multiply_mod(out, out, m.one, m, scratch);
}

std::size_t power_mod_scratch(std::size_t base, std::size_t exponent, std::size_t modulus) noexcept {
  const std::size_t reduced = base >= modulus ? divide_scratch(base, modulus) : 0;
  const std::size_t even = 3 * modulus + multiply_low_scratch(modulus) + divide_scratch(modulus, modulus);
  return 3 * modulus + std::max(reduced, std::max(power_odd_scratch(exponent, modulus), even));
}

void power_mod(limb* out, const limb* base, std::size_t base_size, const limb* exponent,
               std::size_t exponent_size, const limb* n, std::size_t size, limb* scratch,
               montgomery_form form) noexcept {
  exponent_size = significant(exponent, exponent_size);
  std::fill_n(out, size, limb{0});
  if (size == 1 && n[0] == 1) return;
  if (exponent_size == 0) {
    out[0] = 1;
    return;
  }
  limb* const reduced = scratch;
  limb* spare = reduced + size;
  base_size = significant(base, base_size);
  if (base_size >= size) {
    divide(nullptr, reduced, base, base_size, n, size, spare);
  } else {
    std::copy_n(base, base_size, reduced);
    std::fill(reduced + base_size, reduced + size, limb{0});
  }
  if (size == 1 && n[0] % 2 == 1 && form == montgomery_form::fastest) {
    out[0] = power_of_word(reduced[0], exponent, exponent_size, n[0]);
    return;
  }
  if (n[0] % 2 == 1) return power_odd(out, reduced, exponent, exponent_size, n, size, spare, form);
  if (significant(reduced, size) == 0) return;

  // n = odd 2^twos
  std::size_t zeros = 0;
  while (n[zeros] == 0) ++zeros;
  const int shift = std::countr_zero(n[zeros]);
  const std::size_t twos = zeros * limb_bits + static_cast<std::size_t>(shift);
  const std::size_t low_size = zeros + (shift > 0 ? 1 : 0);
  limb* const odd = spare;
  spare += size;
  shift_right(odd, n + zeros, size - zeros, shift);
  const std::size_t odd_size = significant(odd, size - zeros);

  // The power modulo the odd part. Its base is reduced in the memory in which the power modulo 2^twos is
  // computed later.
  limb* const odd_base = spare;
  spare += size;
  if (odd_size > 1 || odd[0] > 1) {
    divide(nullptr, odd_base, reduced, size, odd, odd_size, spare);
    power_odd(out, odd_base, exponent, exponent_size, odd, odd_size, spare, form);
  }

  // The power modulo 2^twos; it is 0 if the base contains enough factors of two.
  limb* const low = spare;
  limb* const inverse = low + size;
  limb* const work = inverse + size;
  std::size_t base_twos = 0;
  while (!bit(reduced, base_twos)) ++base_twos;
  std::size_t bits = bit_length(exponent, exponent_size);
  // The orders of odd numbers modulo 2^twos divide 2^twos.
  if (base_twos == 0) bits = std::min(bits, twos);
  while (bits > 0 && !bit(exponent, bits - 1)) --bits;
  std::fill_n(low, size, limb{0});
  if (bits == 0)
    low[0] = 1;
  else if (base_twos == 0 || (bits <= limb_bits && exponent[0] < twos))
    power_low(low, reduced, low_size, exponent, bits, work);

  // out + odd ((low - out) / odd mod 2^twos), below n
  subtract_n(low, low, out, low_size);
  std::fill(odd + odd_size, odd + size, limb{0});
  invert_low(inverse, odd, low_size, work);
  multiply_low(low, low, inverse, low_size, work);
  if (shift > 0) low[low_size - 1] &= (limb{1} << shift) - 1;
  multiply_low(low, low, odd, size, work);
  add_n(out, out, low, size);
}

}  // namespace gbi::words
