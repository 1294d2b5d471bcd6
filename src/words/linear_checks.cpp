#include "src/words/linear_checks.hpp"

#include <algorithm>

#include "src/words/level.hpp"
#include "src/words/limb_checks.hpp"
#include "src/words/linear.hpp"

namespace gbi::words {

namespace {

/// Whether c is a + carry, with n limbs each; carry <= 1 becomes the carry out.
bool is_carried(const limb* c, const limb* a, std::size_t n, limb& carry) noexcept {
  std::size_t i = 0;
  for (; i < n && carry != 0; ++i) {
    if (c[i] != a[i] + carry) return false;
    carry = c[i] == 0 ? 1 : 0;
  }
  return std::equal(c + i, c + n, a + i);
}

}  // namespace

bool is_sum(const limb* c, const limb* a, std::size_t n, const limb* b, std::size_t m, limb carry) noexcept {
  if (!in_use.adds_up(c, a, b, m, carry)) return false;
  if (m > 0) carry = carry_out(a[m - 1], b[m - 1], c[m - 1]);
  return is_carried(c + m, a + m, n - m, carry);
}

bool is_shifted_left(const limb* c, const limb* a, std::size_t n, int bits, limb below) noexcept {
  if (n == 0 || bits == 0) return std::equal(a, a + n, c);
  return c[0] == (a[0] << bits | below) && in_use.are_shifted(c + 1, a, n - 1, bits);
}

bool is_shifted_right(const limb* c, const limb* a, std::size_t n, int bits, limb above, limb more) noexcept {
  if (bits == 0) return is_carried(c, a, n, more);
  const auto quotient = [=](std::size_t i) {
    return a[i] >> bits | (i + 1 < n ? moved_down(a[i + 1], bits) : above);
  };
  std::size_t i = 0;
  for (; i < n && more != 0; ++i) {
    if (c[i] != quotient(i) + more) return false;
    more = c[i] == 0 ? 1 : 0;
  }
  return i == n ||
         (in_use.are_shifted(c + i, a + i, n - 1 - i, limb_bits - bits) && c[n - 1] == quotient(n - 1));
}

bool is_at_most_twice(const limb* a, const limb* b, std::size_t n) noexcept {
  if (const limb top = n > 0 ? moved_up(b[n - 1], 1) : 0; a[n] != top) return a[n] < top;
  for (std::size_t i = n; i-- > 0;) {
    const limb twice = b[i] << 1 | (i > 0 ? moved_up(b[i - 1], 1) : 0);
    if (a[i] != twice) return a[i] < twice;
  }
  return true;
}

}  // namespace gbi::words
