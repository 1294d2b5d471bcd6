#include "src/words/gcd.hpp"

#include <algorithm>

#include "src/words/divide.hpp"
#include "src/words/half_gcd.hpp"

namespace gbi::words {

namespace {

/// Copies of a modulo b, where a is longer, and of b, in 2 max(n, m) limbs at the start of the scratch
/// memory. Left to the steps, a division would be one of schoolbook method.
euclid_pair reduced_pair(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  euclid_pair pair{scratch, scratch + m, m};
  if (n > m)
    divide(nullptr, pair.a, a, n, b, m, scratch + 2 * m);
  else
    std::fill(std::copy_n(a, n, pair.a), pair.b, 0);
  std::copy_n(b, m, pair.b);
  return pair;
}

/// For m limbs of the second number, the first one having n.
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
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return copy(out, b, m);
  no_symbol none;
  whole_gcd(pair, nullptr, none, scratch + 2 * m);
  return copy(out, pair.a, pair.limbs);
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
  whole_gcd(pair, &matrix, none, scratch + 4 * m);
  // gcd = m11 a - m01 b = m00 b - m10 a, m10 + m11 = b / gcd: the smaller one.
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
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return false;
  euclid_matrix matrix = euclid_matrix::identity(scratch + 2 * m, m, 1);
  no_symbol none;
  whole_gcd(pair, &matrix, none, scratch + 4 * m);
  copy(out, matrix.entry(0, 1), matrix.limbs);
  return is_one(pair.a, pair.limbs);
}

std::size_t jacobi_scratch(std::size_t n, std::size_t m) noexcept {
  return 2 * m + scratch_after_pair(n, m);
}

int jacobi(const limb* a, std::size_t n, const limb* b, std::size_t m, limb* scratch) noexcept {
  euclid_pair pair = reduced_pair(a, n, b, m, scratch);
  if (is_zero(pair.a, m)) return is_one(b, m) ? 1 : 0;
  const auto low_bits = [](const limb* x) { return static_cast<std::uint32_t>(x[0] & 3); };
  symbol_steps symbol({{low_bits(pair.a), low_bits(pair.b)}, 1, 0});
  whole_gcd(pair, nullptr, symbol, scratch + 2 * m);
  return is_one(pair.a, pair.limbs) ? symbol.state().value() : 0;
}

}  // namespace gbi::words
