#include "src/words/division/long_division.hpp"

#include <algorithm>

#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// From this many limbs of the divisor on, a division works on the complement of the dividend: rows that add
/// are faster than rows that subtract.
constexpr std::size_t worth_complement = 7;

}  // namespace

limb divide_by_rows(limb* quotient, limb* partial, const limb* d, std::size_t m, std::size_t count,
                    const wide_divisor& top, std::size_t least) noexcept {
  limb highest = 0;
  if (compare(partial + count, d, m) >= 0) {
    subtract_n(partial + count, partial + count, d, m);
    highest = 1;
  }
  limb high = partial[count + m - 1], low = partial[count + m - 2];
  const limb flip = m < worth_complement ? 0 : ~limb{0};
  const auto complement = [=](std::size_t end) {
    for (std::size_t i = least; flip != 0 && i < end; ++i) partial[i] = ~partial[i];
  };
  const auto subtract_row = [=](limb* from, const limb* a, std::size_t n, limb digit) {
    return flip != 0 ? add_product_1(from, a, n, digit) : subtract_product_1(from, a, n, digit);
  };
  complement(count + m);
  for (std::size_t j = count; j-- > 0;) {
    const std::size_t dropped = least > j ? least - j : 0, row = m - 2 - dropped;
    limb* const from = partial + j + dropped;
    limb digit = ~limb{0};
    if (high > top.d1 || (high == top.d1 && low >= top.d0)) [[unlikely]] {
      if (least > 0) return unknown_quotient;
      // The dividend is at least (d1, d0) 2^(64 (m - 1)), so the digit is right.
      subtract_row(from, d, m, digit);
      high = partial[j + m - 1] ^ flip;
      low = partial[j + m - 2] ^ flip;
    } else {
      digit = top.divide(high, low, partial[j + m - 2] ^ flip);
      const limb borrow = subtract_row(from, d + dropped, row, digit);
      const wide_limb left = (wide_limb{high} << limb_bits | low) - borrow;
      const bool negative = high == 0 && low < borrow;
      high = high_limb(left);
      low = low_limb(left);
      if (negative) [[unlikely]] {
        --digit;
        const wide_limb divisor = wide_limb{top.d1} << limb_bits | top.d0;
        const wide_limb back =
            left + divisor +
            (flip != 0 ? subtract_n(from, from, d + dropped, row) : add_n(from, from, d + dropped, row));
        high = high_limb(back);
        low = low_limb(back);
      }
      partial[j + m - 2] = low ^ flip;
      partial[j + m - 1] = high ^ flip;
    }
    if (quotient != nullptr) quotient[j] = digit;
  }
  complement(m);
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

/// Dropping parts of the divisor leaves too much: `error` is a bound on that excess, in units of 2^(64 (m -
/// 1)). So the quotient is never too small, and it is right if what is left exceeds the bound.
estimate quotient_by_halves(limb* quotient, limb& highest, limb* partial, const limb* d, std::size_t m,
                            std::size_t count, const wide_divisor& top, limb* scratch) noexcept {
  limb error = count;  // each row drops less than one unit
  for (bool first = true;; first = false) {
    if (const std::size_t kept = std::max<std::size_t>(count + 1, 2); m > kept) {
      // The limbs of the divisor below these change a quotient of count limbs, below 2 2^(64 count), little.
      const std::size_t dropped = m - kept;
      partial += dropped;
      d += dropped;
      m = kept;
      error += 2;
    }
    const bool is_short = count < in_use.long_division || m < in_use.long_division;
    const std::size_t left = is_short ? 0 : count / 2;
    const limb over =
        is_short ? divide_by_rows(quotient, partial, d, m, count, top, m - 2)
                 : divide_by_halves(quotient + left, partial + left, d, m, count - left, top, scratch);
    if (over == unknown_quotient || (over != 0 && !first)) return estimate::unknown;
    if (first) highest = over;
    if (is_short) return partial[m - 1] >= error ? estimate::right : estimate::right_or_one_more;
    count = left;
  }
}

}  // namespace gbi::words
