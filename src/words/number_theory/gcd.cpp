#include "src/words/number_theory/gcd.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "src/words/division/divide.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/number_theory/binary_gcd.hpp"
#include "src/words/number_theory/half_gcd.hpp"

namespace gbi::words {

namespace {

/// Copies a modulo b (if a is longer) and b to 2 max(n, m) limbs at the start of the scratch memory. Without
/// this division, the steps would divide by the schoolbook method.
euclid_pair reduced_pair(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  euclid_pair pair{scratch, scratch + m, m};
  if (n > m)
    divide(nullptr, pair.a, a, n, b, m, scratch + 2 * m);
  else
    std::fill(std::copy_n(a, n, pair.a), pair.b, 0);
  std::copy_n(b, m, pair.b);
  return pair;
}

/// Scratch memory for m limbs of the second number if the first one has n.
std::size_t scratch_after_pair(std::size_t n, std::size_t m) noexcept {
  return std::max(n > m && m > 0 ? divide_scratch(n, m) : 0, whole_gcd_scratch(m));
}

bool is_one(const limb* a, std::size_t n) noexcept {
  return significant(a, n) == 1 && a[0] == 1;
}
bool is_zero(const limb* a, std::size_t n) noexcept {
  return significant(a, n) == 0;
}

/// Copies a number. \returns its limbs.
std::size_t copy(limb* out, const limb* a, std::size_t n) noexcept {
  const std::size_t count = significant(a, n);
  std::copy_n(a, count, out);
  return count;
}

/// From this length on, Euclid's steps pay off.
constexpr std::size_t longer_than_binary = 3;

wide_limb wide_of(const limb* a, std::size_t n) noexcept {
  return n == 0 ? 0 : wide_limb{n > 1 ? a[1] : 0} << limb_bits | a[0];
}

/// a modulo b, of one or two limbs, if a is longer; else a.
wide_limb reduced(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  if (n <= m) return wide_of(a, n);
  if (m == 1) return remainder_1(a, n, b[0]);
  divide(nullptr, scratch, a, n, b, m, scratch + m);
  return wide_of(scratch, m);
}

/// 1 / a modulo b > 1 by Euclid's algorithm; 0 if there is no inverse. The products of the cofactor overlap
/// with the next division.
limb inverse_of_word(limb a, limb b) noexcept {
  limb x = b, y = a, before = 0, cofactor = 1;  // y = cofactor a modulo b, or -cofactor a
  bool is_negative = false;
  while (y > 1) {
    const limb quotient = x / y;
    x = std::exchange(y, x - quotient * y);
    before = std::exchange(cofactor, before + quotient * cofactor);
    is_negative = !is_negative;
  }
  return y == 0 ? 0 : is_negative ? b - cofactor : cofactor;
}

/// The gcd of positive numbers, if one of them or their difference is a word. \returns its limbs.
std::size_t finish(limb* out, const euclid_pair& pair) noexcept {
  const limb *x = pair.a, *y = pair.b;
  if (compare(x, y, pair.limbs) < 0) std::swap(x, y);
  const std::size_t n = significant(x, pair.limbs), m = significant(y, pair.limbs);
  const limb word = m == 1 ? y[0] : x[0] - y[0];
  if (word == 0) return copy(out, x, n);
  out[0] = binary_gcd(word, n == 1 ? x[0] : remainder_1(x, n, word));
  return 1;
}

}  // namespace

std::size_t gcd_scratch(std::size_t n, std::size_t m) noexcept {
  return 2 * std::min(n, m) + scratch_after_pair(std::max(n, m), std::min(n, m));
}

std::size_t gcd(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m,
                limb* scratch) noexcept {
  if (n < m) {
    std::swap(a, b);
    std::swap(n, m);
  }
  if (m == 0) return copy(out, a, n);
  if (m < longer_than_binary) {
    const wide_limb rest = reduced(a, n, b, m, scratch);
    const wide_limb found =
        m == 1 ? wide_limb{binary_gcd(b[0], low_limb(rest))} : binary_gcd(wide_of(b, m), rest);
    out[0] = low_limb(found);
    if (is_limb(found)) return 1;
    out[1] = high_limb(found);
    return 2;
  }
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return copy(out, b, m);
  no_symbol none;
  whole_gcd(pair, 1, nullptr, none, scratch + 2 * m);
  return finish(out, pair);
}

wide_limb gcd_of_pairs(const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  if (n < m) {
    std::swap(a, b);
    std::swap(n, m);
  }
  if (m == 0) return wide_of(a, n);
  if (m == 2) return binary_gcd(wide_of(a, n), wide_of(b, m));
  return binary_gcd(b[0], n == 2 ? remainder_1(a, n, b[0]) : a[0]);
}

std::size_t gcd_ext_scratch(std::size_t n, std::size_t m) noexcept {
  return 4 * m + scratch_after_pair(n, m);
}

cofactor_size gcd_ext(limb* out, limb* cofactor, const limb* a, std::size_t n, const limb* b, std::size_t m,
                      limb* scratch) noexcept {
  if (m == 0) {
    cofactor[0] = 1;
    return {copy(out, a, n), n > 0 ? std::size_t{1} : 0, false};
  }
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return {copy(out, b, m), 0, false};
  euclid_matrix matrix = euclid_matrix::identity(scratch + 2 * m, m, 1);
  no_symbol none;
  whole_gcd(pair, 0, &matrix, none, scratch + 4 * m);
  // gcd = m11 a - m01 b = m00 b - m10 a and m10 + m11 = b / gcd: the smaller cofactor is chosen.
  const limb *const plus = matrix.entry(0, 1), *const minus = matrix.entry(0, 0);
  const bool negative = compare(plus, minus, matrix.limbs) > 0;
  const std::size_t count = copy(cofactor, negative ? minus : plus, matrix.limbs);
  return {copy(out, pair.a, pair.limbs), count, negative && count > 0};
}

std::size_t invert_scratch(std::size_t n, std::size_t m) noexcept {
  return 4 * m + scratch_after_pair(n, m);
}

bool invert(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  if (m == 0) return false;
  std::fill_n(out, m, 0);
  if (is_one(b, m)) return true;
  if (m == 1) {
    out[0] = inverse_of_word(low_limb(reduced(a, n, b, m, scratch)) % b[0], b[0]);
    return out[0] != 0;
  }
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return false;
  euclid_matrix matrix = euclid_matrix::identity(scratch + 2 * m, m, 1);
  no_symbol none;
  whole_gcd(pair, 0, &matrix, none, scratch + 4 * m);
  copy(out, matrix.entry(0, 1), matrix.limbs);
  return is_one(pair.a, pair.limbs);
}

std::size_t jacobi_scratch(std::size_t n, std::size_t m) noexcept {
  return 2 * m + scratch_after_pair(n, m);
}

int jacobi(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  if (m < longer_than_binary) {
    const wide_limb rest = reduced(a, n, b, m, scratch);
    return m == 1 ? binary_jacobi(low_limb(rest), b[0]) : binary_jacobi(rest, wide_of(b, m));
  }
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return 0;
  const auto low_bits = [](const limb* x) { return static_cast<std::uint32_t>(x[0] & 3); };
  symbol_steps symbol({{low_bits(pair.a), low_bits(pair.b)}, 1, 0});
  whole_gcd(pair, 0, nullptr, symbol, scratch + 2 * m);
  return is_one(pair.a, pair.limbs) ? symbol.state().value() : 0;
}

}  // namespace gbi::words
