#include "src/words/number_theory/montgomery.hpp"

#include <algorithm>

#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/montgomery_digits.hpp"
#include "src/words/number_theory/montgomery_rows.hpp"

namespace gbi::words {

namespace {

/// Shorter moduli are faster in limbs.
constexpr std::size_t shortest_in_digits = 7;

/// Limbs of a number in either form.
std::size_t longest_width(std::size_t n) noexcept {
  return n <= longest_in_digits ? digit_width(digits_of(n * limb_bits)) : n;
}

/// out = a - taken n; a and out are in digits, which may be negative until they are carried. \returns the
/// carry.
std::int64_t carry_digits(limb* out, const limb* a, limb taken, const montgomery_modulus& m) noexcept {
  std::int64_t carry = 0;
  for (std::size_t i = 0; i < m.digits; ++i) {
    carry += static_cast<std::int64_t>(a[i] - taken * m.n_montgomery[i]);
    out[i] = static_cast<limb>(carry) & digit_mask;
    carry >>= digit_bits;
  }
  return carry;
}
/// Whether a >= 2 n for an a without carries; the first digits nearly always decide.
bool is_twice_modulus(const limb* a, const montgomery_modulus& m) noexcept {
  for (std::size_t i = m.digits; i-- > 0;) {
    const limb below = i > 0 ? m.n_montgomery[i - 1] >> (digit_bits - 1) : 0;
    const limb digit = (m.n_montgomery[i] << 1 & digit_mask) | below;
    if (a[i] != digit) return a[i] > digit;
  }
  return true;
}
/// out in [0, 2 n) from an a in [-2 n, 4 n).
void reduce_digits(limb* out, const montgomery_modulus& m) noexcept {
  constexpr limb minus_two = -limb{2};
  if (carry_digits(out, out, 0, m) < 0)
    carry_digits(out, out, minus_two, m);
  else if (is_twice_modulus(out, m))
    carry_digits(out, out, 2, m);
}

}  // namespace

std::size_t montgomery_memory(std::size_t n) noexcept {
  return 3 * longest_width(n);
}

std::size_t montgomery_scratch(std::size_t n) noexcept {
  const std::size_t dividend = 2 * n + 4;
  return std::max(dividend + n + divide_scratch(dividend, n),
                  longest_width(n) + multiply_rows_scratch(n) + n);
}

montgomery_modulus make_montgomery(const limb* n, std::size_t size, limb* memory, limb* scratch,
                                   montgomery_form form) noexcept {
  montgomery_modulus m{};
  const bool in_digits = form != montgomery_form::limbs && has_digits() && size <= longest_in_digits &&
                         (size >= shortest_in_digits || form == montgomery_form::digits);
  m.n = n;
  m.size = size;
  m.inverse = negative_inverse(n[0]);
  const std::size_t bits = bit_length(n, size);
  m.digits = in_digits ? std::max<std::size_t>(digits_of(bits), 2) : 0;
  m.width = in_digits ? digit_width(m.digits) : size;
  limb* const one = memory;
  limb* const r_squared = memory + m.width;
  limb* const n_montgomery = memory + 2 * m.width;
  const auto store = [&](limb* out, const limb* a) {
    if (in_digits)
      to_digits(out, m.width, a, size);
    else
      std::copy_n(a, size, out);
  };
  store(n_montgomery, n);
  m.n_montgomery = n_montgomery;
  const std::size_t power = 2 * (in_digits ? m.digits * digit_bits : size * limb_bits);
  const std::size_t length = power / limb_bits + 1;
  limb* const dividend = scratch;
  limb* const remainder = dividend + length;
  std::fill_n(dividend, length - 1, limb{0});
  dividend[length - 1] = limb{1} << power % limb_bits;
  divide(nullptr, remainder, dividend, length, n, size, remainder + size);
  store(r_squared, remainder);
  m.r_squared = r_squared;
  constexpr limb plain_one = 1;
  to_montgomery(one, &plain_one, 1, m, scratch);
  m.one = one;
  return m;
}

void to_montgomery(limb* out, const limb* a, std::size_t an, const montgomery_modulus& m,
                   limb* scratch) noexcept {
  if (m.digits != 0) {
    to_digits(scratch, m.width, a, an);
  } else {
    std::copy_n(a, an, scratch);
    std::fill(scratch + an, scratch + m.size, limb{0});
  }
  multiply_mod(out, scratch, m.r_squared, m, scratch + m.width);
}

void from_montgomery(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept {
  std::fill_n(scratch, m.width, limb{0});
  scratch[0] = 1;
  multiply_mod(scratch, a, scratch, m, scratch + m.width);
  if (m.digits == 0) {
    std::copy_n(scratch, m.size, out);
    return;
  }
  // At most n.
  from_digits(out, m.size, scratch, m.digits);
  if (compare(out, m.n, m.size) == 0) std::fill_n(out, m.size, limb{0});
}

void multiply_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m,
                  limb* scratch) noexcept {
  if (m.digits != 0)
    multiply_digits(out, a, b, m.n_montgomery, m.inverse & digit_mask, m.digits, 0);
  else
    multiply_rows(out, a, b, m.n, m.size, m.inverse, scratch);
}

void square_mod(limb* out, const limb* a, const montgomery_modulus& m, limb* scratch) noexcept {
  multiply_mod(out, a, a, m, scratch);
}

void square_twice_mod(limb* out, const limb* a, int twos, const montgomery_modulus& m,
                      limb* scratch) noexcept {
  if (m.digits != 0)
    return multiply_digits(out, a, a, m.n_montgomery, m.inverse & digit_mask, m.digits, twos);
  multiply_rows(out, a, a, m.n, m.size, m.inverse, scratch);
  if (twos != 0) add_mod(out, out, out, m);
}

void add_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept {
  if (m.digits != 0) {
    for (std::size_t i = 0; i < m.width; ++i) out[i] = a[i] + b[i];
    return reduce_digits(out, m);
  }
  const limb carry = add_n(out, a, b, m.size);
  if (carry != 0 || compare(out, m.n, m.size) >= 0) subtract_n(out, out, m.n, m.size);
}

void subtract_mod(limb* out, const limb* a, const limb* b, const montgomery_modulus& m) noexcept {
  if (m.digits != 0) {
    for (std::size_t i = 0; i < m.width; ++i) out[i] = a[i] - b[i];
    return reduce_digits(out, m);
  }
  if (subtract_n(out, a, b, m.size) != 0) add_n(out, out, m.n, m.size);
}

bool is_zero_mod(const limb* a, const montgomery_modulus& m, limb* scratch) noexcept {
  limb* const value = scratch + montgomery_scratch(m.size) - m.size;
  from_montgomery(value, a, m, scratch);
  return significant(value, m.size) == 0;
}

}  // namespace gbi::words
