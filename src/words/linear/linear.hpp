/// \file
/// Sums, comparisons, shifts and products by one limb, on short numbers in host memory, by the calling
/// thread.
///
/// Conventions of src/words: a number is a pointer to its least significant limb and a count. Nothing
/// allocates, throws or knows about devices. A routine that needs memory takes a pointer to it, and a
/// function `..._scratch` returns how many limbs it needs. `out` may be an operand where the comment says so;
/// otherwise it must not overlap one.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>

#include "kernels/word/limb.hpp"
#include "kernels/word/wide_product.hpp"
#include "src/words/level.hpp"
#include "src/words/linear/carry_chain.hpp"
#include "src/words/products/product_rows.hpp"

namespace gbi::words {

using kernels::high_limb, kernels::low_limb, kernels::wide_limb, kernels::wide_product;

/// The count of limbs without leading zeros.
constexpr std::size_t significant(const limb* a, std::size_t n) noexcept {
  while (n > 0 && a[n - 1] == 0) --n;
  return n;
}

/// The bits of a number of n limbs whose highest is not 0.
constexpr std::size_t bit_length(const limb* a, std::size_t n) noexcept {
  return n * limb_bits - static_cast<std::size_t>(std::countl_zero(a[n - 1]));
}

/// The sign of a - b for numbers of n limbs each.
constexpr int compare(const limb* a, const limb* b, std::size_t n) noexcept {
  while (n-- > 0)
    if (a[n] != b[n]) return a[n] < b[n] ? -1 : 1;
  return 0;
}
/// As above, for numbers without leading zeros.
constexpr int compare(const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  return n != m ? (n < m ? -1 : 1) : compare(a, b, n);
}

/// out = a + b of n limbs each; returns the carry. `out` may be an operand.
constexpr limb add_n(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  if (has_carry_flag && !std::is_constant_evaluated()) return add_with_flag(out, a, b, n);
  limb carry = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const wide_limb sum = wide_limb{a[i]} + b[i] + carry;
    out[i] = low_limb(sum);
    carry = high_limb(sum);
  }
  return carry;
}
/// out = a + b of n limbs; returns the carry. `out` may be a.
constexpr limb add_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    out[i] = a[i] + b;
    b = out[i] < b ? 1 : 0;
  }
  return b;
}
/// out = a + b of n and m limbs, n >= m; returns the carry. `out` may be an operand.
constexpr limb add(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  return add_1(out + m, a + m, n - m, add_n(out, a, b, m));
}

/// out = a - b of n limbs each; returns the borrow. `out` may be an operand.
constexpr limb subtract_n(limb* out, const limb* a, const limb* b, std::size_t n) noexcept {
  if (has_carry_flag && !std::is_constant_evaluated()) return subtract_with_flag(out, a, b, n);
  limb borrow = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const wide_limb difference = wide_limb{a[i]} - b[i] - borrow;
    out[i] = low_limb(difference);
    borrow = high_limb(difference) & 1;
  }
  return borrow;
}
/// out = a - b of n limbs; returns the borrow. `out` may be a.
constexpr limb subtract_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  for (std::size_t i = 0; i < n; ++i) {
    const limb x = a[i];
    out[i] = x - b;
    b = x < b ? 1 : 0;
  }
  return b;
}
/// out = a - b of n and m limbs, n >= m; returns the borrow. `out` may be an operand.
constexpr limb subtract(limb* out, const limb* a, std::size_t n, const limb* b, std::size_t m) noexcept {
  return subtract_1(out + m, a + m, n - m, subtract_n(out, a, b, m));
}

/// The bits of a limb that a shift moves to the limb above, or to the limb below; 0 <= bits < 64.
constexpr limb moved_up(limb a, int bits) noexcept {
  return a >> 1 >> (limb_bits - 1 - bits);
}
constexpr limb moved_down(limb a, int bits) noexcept {
  return a << 1 << (limb_bits - 1 - bits);
}

/// out = a 2^bits of n limbs, 0 <= bits < 64. \returns the bits shifted out. `out` may be a, or above it.
constexpr limb shift_left(limb* out, const limb* a, std::size_t n, int bits) noexcept {
  if (bits == 0) {
    std::copy_backward(a, a + n, out + n);
    return 0;
  }
  const int rest = limb_bits - bits;
  const limb lost = n > 0 ? a[n - 1] >> rest : 0;
  if (!std::is_constant_evaluated()) n = shift_pairs_left(out, a, n, bits);
  for (std::size_t i = n; i-- > 0;) out[i] = a[i] << bits | (i > 0 ? a[i - 1] >> rest : 0);
  return lost;
}
/// out = a / 2^bits rounded down, of n limbs, 0 <= bits < 64. \returns the bits shifted out, at the top of a
/// limb. `out` may be a, or below it.
constexpr limb shift_right(limb* out, const limb* a, std::size_t n, int bits) noexcept {
  if (bits == 0) {
    std::copy_n(a, n, out);
    return 0;
  }
  const int rest = limb_bits - bits;
  const limb lost = n > 0 ? a[0] << rest : 0;
  std::size_t i = 0;
  if (!std::is_constant_evaluated()) i = shift_pairs_right(out, a, n, bits);
  for (; i < n; ++i) out[i] = a[i] >> bits | (i + 1 < n ? a[i + 1] << rest : 0);
  return lost;
}

/// Rows of at most this many limbs are too short to be worth a function call.
inline constexpr std::size_t inline_row = 3;

/// out = a b of n limbs. \returns the highest limb of the product. `out` may be a.
constexpr limb multiply_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  if (n > inline_row && !std::is_constant_evaluated()) return in_use.multiply_1(out, a, n, b);
  return plain_row<row::set>(out, a, n, b);
}
/// out += a b of n limbs; returns the carry.
constexpr limb add_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  if (n > inline_row && !std::is_constant_evaluated()) return in_use.add_product_1(out, a, n, b);
  return plain_row<row::add>(out, a, n, b);
}
/// out -= a b of n limbs; returns the borrow.
constexpr limb subtract_product_1(limb* out, const limb* a, std::size_t n, limb b) noexcept {
  if (n > inline_row && !std::is_constant_evaluated()) return in_use.subtract_product_1(out, a, n, b);
  return plain_row<row::subtract>(out, a, n, b);
}

}  // namespace gbi::words
