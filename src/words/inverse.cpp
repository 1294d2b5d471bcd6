#include "src/words/inverse.hpp"

#include "src/words/linear.hpp"

namespace gbi::words {

namespace {

/// The bits that move into the lower neighbour of a limb, and those that move into the upper neighbour.
constexpr limb upper_part(limb a, int bits) noexcept {
  return a << 1 << (limb_bits - 1 - bits);
}
constexpr limb lower_part(limb a, int bits) noexcept {
  return a >> 1 >> (limb_bits - 1 - bits);
}

}  // namespace

bool is_sum(const limb* c, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  limb wrong = 0, borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const wide_limb difference = wide_limb{c[i]} - (i < m ? b[i] : 0) - borrow;
    wrong |= low_limb(difference) ^ a[i];
    borrow = high_limb(difference) & 1;
  }
  return (wrong | (c[n] ^ borrow)) == 0;
}

bool is_difference(const limb* c, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  limb wrong = 0, carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const wide_limb sum = wide_limb{c[i]} + (i < m ? b[i] : 0) + carry;
    wrong |= low_limb(sum) ^ a[i];
    carry = high_limb(sum);
  }
  return (wrong | carry) == 0;
}

bool is_shifted_left(const limb* c, const limb* a, std::size_t n, std::size_t whole, int bits) noexcept {
  limb wrong = 0, below = 0;
  for (std::size_t i = 0; i < whole; ++i) wrong |= c[i];
  for (std::size_t i = 0; i < n; ++i) {
    wrong |= c[whole + i] ^ (a[i] << bits | below);
    below = lower_part(a[i], bits);
  }
  return (wrong | (c[whole + n] ^ below)) == 0;
}

bool is_shifted_right(const limb* c, const limb* a, std::size_t n, int bits, limb more) noexcept {
  limb wrong = 0, carry = more;
  for (std::size_t i = 0; i < n; ++i) {
    const limb above = i + 1 < n ? upper_part(a[i + 1], bits) : 0;
    const wide_limb sum = wide_limb{a[i] >> bits | above} + carry;
    wrong |= c[i] ^ low_limb(sum);
    carry = high_limb(sum);
  }
  return (wrong | (c[n] ^ carry)) == 0;
}

bool is_at_most_twice(const limb* a, const limb* b, std::size_t n) noexcept {
  if (const limb top = n > 0 ? lower_part(b[n - 1], 1) : 0; a[n] != top) return a[n] < top;
  for (std::size_t i = n; i-- > 0;) {
    const limb twice = b[i] << 1 | (i > 0 ? lower_part(b[i - 1], 1) : 0);
    if (a[i] != twice) return a[i] < twice;
  }
  return true;
}

}  // namespace gbi::words
