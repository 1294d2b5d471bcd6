#include <algorithm>
#include <bit>

#include "src/words/division/divide.hpp"
#include "src/words/division/reciprocal.hpp"
#include "src/words/level.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// partial += carry.
void put(limb* partial, std::size_t n, limb carry) noexcept {
  for (std::size_t i = 0; i < n && carry != 0; ++i) {
    partial[i] += carry;
    carry = partial[i] < carry ? 1 : 0;
  }
}

/// quotient = -partial / d modulo 2^(64 n) for an odd d with m limbs; `partial` becomes undefined. n m limb
/// products, minus the n^2 / 2 above the n limbs. Rows that add are faster than rows that subtract.
void divide_from_bottom(limb* quotient, limb* partial, std::size_t n, const limb* d, std::size_t m) noexcept {
  const limb inverse = inverse_mod_word(d[0]);
  for (std::size_t i = 0; i < n; ++i) {
    const limb digit = partial[i] * inverse;
    const std::size_t length = std::min(m, n - i);
    const limb carry = add_product_1(partial + i, d, length, digit);
    put(partial + i + length, n - i - length, carry);
    quotient[i] = digit;
  }
}

/// Limbs of the quotient that are found together, so that one product updates the partial remainder.
constexpr std::size_t piece = 28;

}  // namespace

/// The lowest limbs of a and of the divisor determine the quotient modulo 2^64, and so on, without estimates.
/// Limbs above the quotient's length are never read.
/// Source: T. Jebelean, "An algorithm for exact division", J. Symbolic Computation 15 (1993).
void divide_exact(limb* quotient, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
                  limb* scratch) noexcept {
  if (m == 1 && n < 3) {
    divide_1(quotient, a, n, divisor[0]);
    return;
  }
  const std::size_t count = n - m + 1;
  while (divisor[0] == 0) {
    ++divisor;
    ++a;
    --m;
    --n;
  }
  const int shift = std::countr_zero(divisor[0]);
  // The relevant limbs of the dividend, and one more whose lowest bits are shifted down.
  limb* const partial = scratch;
  limb* const d = partial + count + 1;
  const std::size_t length = std::min(m, count);
  shift_right(partial, a, std::min(n, count + 1), shift);
  for (std::size_t i = 0; i < count; ++i) partial[i] = ~partial[i];
  put(partial, count, 1);  // the negative dividend
  shift_right(d, divisor, std::min(m, length + 1), shift);
  if (count < in_use.long_exact_division || m < in_use.long_division)
    return divide_from_bottom(quotient, partial, count, d, length);
  limb* const product = d + length + 1;
  for (std::size_t done = 0; done < count; done += piece) {
    const std::size_t now = std::min(piece, count - done), left = count - done;
    limb* const low = product;
    std::copy_n(partial + done, now, low);
    divide_from_bottom(quotient + done, low, now, d, std::min(now, length));
    if (left == now) break;
    // Compute only the part of the product that affects the remaining limbs.
    const std::size_t factor = std::min(length, left);
    if (factor >= now)
      multiply(product, d, factor, quotient + done, now, product + factor + now);
    else
      multiply(product, quotient + done, now, d, factor, product + factor + now);
    const std::size_t taken = std::min(factor + now, left) - now;
    const limb carry = add_n(partial + done + now, partial + done + now, product + now, taken);
    put(partial + done + now + taken, left - now - taken, carry);
    // The lowest limbs become zeros, with a carry unless they were zeros.
    put(partial + done + now, left - now, significant(product, now) != 0 ? 1 : 0);
  }
}

}  // namespace gbi::words
