#include "src/words/inverse.hpp"

#include <algorithm>

#include "src/words/level.hpp"
#include "src/words/limb_checks.hpp"

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

bool is_shifted_left(const limb* c, const limb* a, std::size_t n, std::size_t whole, int bits) noexcept {
  if (!std::all_of(c, c + whole, [](limb x) { return x == 0; })) return false;
  c += whole;
  if (n == 0 || bits == 0) return std::equal(a, a + n, c) && c[n] == 0;
  return c[0] == a[0] << bits && in_use.are_shifted(c + 1, a, n - 1, bits) &&
         c[n] == a[n - 1] >> (limb_bits - bits);
}

bool is_shifted_right(const limb* c, const limb* a, std::size_t n, int bits, limb more) noexcept {
  if (bits == 0) return is_carried(c, a, n, more) && c[n] == more;
  std::size_t i = 0;
  for (; i < n && more != 0; ++i) {
    const limb above = i + 1 < n ? a[i + 1] << (limb_bits - bits) : 0;
    if (c[i] != (a[i] >> bits | above) + more) return false;
    more = c[i] == 0 ? 1 : 0;
  }
  if (i == n) return c[n] == more;
  return in_use.are_shifted(c + i, a + i, n - 1 - i, limb_bits - bits) && c[n - 1] == a[n - 1] >> bits &&
         c[n] == 0;
}

bool is_at_most_twice(const limb* a, const limb* b, std::size_t n) noexcept {
  if (const limb top = n > 0 ? b[n - 1] >> (limb_bits - 1) : 0; a[n] != top) return a[n] < top;
  for (std::size_t i = n; i-- > 0;) {
    const limb twice = b[i] << 1 | (i > 0 ? b[i - 1] >> (limb_bits - 1) : 0);
    if (a[i] != twice) return a[i] < twice;
  }
  return true;
}

}  // namespace gbi::words
