#include "src/words/division/long_division.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

limb divide_by_rows(limb* quotient, limb* partial, const limb* d, std::size_t m, std::size_t count,
                    const wide_divisor& top) noexcept {
  limb highest = 0;
  if (compare(partial + count, d, m) >= 0) {
    subtract_n(partial + count, partial + count, d, m);
    highest = 1;
  }
  limb high = partial[count + m - 1], low = partial[count + m - 2];
  for (std::size_t j = count; j-- > 0;) {
    limb digit = ~limb{0};
    if (high == top.d1 && low == top.d0) [[unlikely]] {
      // The dividend is at least (d1, d0) 2^(64 (m - 1)), so the digit is right.
      subtract_product_1(partial + j, d, m, digit);
      high = partial[j + m - 1];
      low = partial[j + m - 2];
    } else {
      digit = top.divide(high, low, partial[j + m - 2]);
      const limb borrow = subtract_product_1(partial + j, d, m - 2, digit);
      const wide_limb left = (wide_limb{high} << limb_bits | low) - borrow;
      const bool negative = high == 0 && low < borrow;
      high = high_limb(left);
      low = low_limb(left);
      if (negative) [[unlikely]] {
        --digit;
        const wide_limb divisor = wide_limb{top.d1} << limb_bits | top.d0;
        const wide_limb back = left + divisor + add_n(partial + j, partial + j, d, m - 2);
        high = high_limb(back);
        low = low_limb(back);
      }
      partial[j + m - 2] = low;
      partial[j + m - 1] = high;
    }
    if (quotient != nullptr) quotient[j] = digit;
  }
  return highest;
}

/// For a product of operands with m limbs in total.
std::size_t divide_by_halves_scratch(std::size_t m) noexcept {
  return m + 6 * m + 128;
}

limb divide_by_halves(limb* quotient, limb* partial, const limb* d, std::size_t m, std::size_t count,
                      const wide_divisor& top, limb* scratch) noexcept {
  if (count < in_use.long_division || m < in_use.long_division)
    return divide_by_rows(quotient, partial, d, m, count, top);
  if (count >= m) {
    // The quotient is found in pieces from the top. Pieces of m limbs are divided in halves; the first piece
    // has the remaining limbs.
    std::size_t left = count;
    limb highest = 0;
    for (bool first = true; left > 0; first = false) {
      const std::size_t piece = first && count % m != 0 ? count % m : m,
                        half = piece == m ? m - m / 2 : piece;
      for (std::size_t part : {half, piece - half}) {
        if (part == 0) continue;
        left -= part;
        const limb over = divide_by_halves(quotient + left, partial + left, d, m, part, top, scratch);
        if (left + part == count) highest = over;
      }
    }
    return highest;
  }
  // Using only as many limbs of the divisor as the quotient has, the quotient is hardly too large.
  const std::size_t dropped = m - count;
  limb highest = divide_by_halves(quotient, partial + dropped, d + dropped, count, count, top, scratch);
  limb* const product = scratch;
  if (count >= dropped)
    multiply(product, quotient, count, d, dropped, scratch + m);
  else
    multiply(product, d, dropped, quotient, count, scratch + m);
  limb borrow = subtract_n(partial, partial, product, m);
  if (highest != 0) borrow += subtract_n(partial + count, partial + count, d, dropped);
  while (borrow != 0) {
    highest -= subtract_1(quotient, quotient, count, 1);
    borrow -= add_n(partial, partial, d, m);
  }
  return highest;
}

}  // namespace gbi::words
