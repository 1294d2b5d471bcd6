#include "src/words/divide.hpp"

#include <bit>

#include "src/words/linear.hpp"

namespace gbi::words {

namespace {

using kernels::normalized_divisor;

/// floor((2^128 - 1) / d) - 2^64 of a d whose top bit is set.
normalized_divisor normalized(limb d) noexcept {
  return {d, low_limb(~wide_limb{0} / d)};
}

/// The limb of a 2^shift at place i.
limb shifted(const limb* a, std::size_t i, int shift) noexcept {
  return a[i] << shift | (i > 0 ? a[i - 1] >> 1 >> (limb_bits - 1 - shift) : 0);
}

}  // namespace

limb divide_1(limb* quotient, const limb* a, std::size_t n, limb divisor) noexcept {
  if (n == 0) return 0;
  const int shift = std::countl_zero(divisor);
  const normalized_divisor by = normalized(divisor << shift);
  limb rest = a[n - 1] >> 1 >> (limb_bits - 1 - shift);
  for (std::size_t i = n; i-- > 0;) {
    const limb digit = kernels::divide_2_by_1(rest, shifted(a, i, shift), by);
    if (quotient != nullptr) quotient[i] = digit;
  }
  return rest >> shift;
}

limb remainder_1(const limb* a, std::size_t n, limb divisor) noexcept {
  return divide_1(nullptr, a, n, divisor);
}

std::size_t divide_scratch(std::size_t n, std::size_t m) noexcept {
  return n + 1 + m;
}

/// Source: D. E. Knuth, "The Art of Computer Programming" 2, 4.3.1, algorithm D.
void divide(limb* quotient, limb* remainder, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
            limb* scratch) noexcept {
  if (m == 1) {
    const limb rest = divide_1(quotient, a, n, divisor[0]);
    if (remainder != nullptr) remainder[0] = rest;
    return;
  }
  limb* const rest = scratch;
  limb* const d = scratch + n + 1;
  const int shift = std::countl_zero(divisor[m - 1]);
  shift_left(d, divisor, m, shift);
  rest[n] = shift_left(rest, a, n, shift);
  const normalized_divisor top = normalized(d[m - 1]);
  for (std::size_t j = n - m + 1; j-- > 0;) {
    limb digit = ~limb{0};
    if (rest[j + m] < top.divisor) {
      limb left = rest[j + m];
      digit = kernels::divide_2_by_1(left, rest[j + m - 1], top);
      // At most two too large.
      while (wide_product(digit, d[m - 2]) > (wide_limb{left} << limb_bits | rest[j + m - 2])) {
        --digit;
        left += top.divisor;
        if (left < top.divisor) break;
      }
    }
    const limb borrow = subtract_product_1(rest + j, d, m, digit);
    const bool negative = rest[j + m] < borrow;
    rest[j + m] -= borrow;
    if (negative) {
      --digit;
      rest[j + m] += add_n(rest + j, rest + j, d, m);
    }
    if (quotient != nullptr) quotient[j] = digit;
  }
  if (remainder != nullptr) shift_right(remainder, rest, m, shift);
}

void divide_exact(limb* quotient, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
                  limb* scratch) noexcept {
  divide(quotient, nullptr, a, n, divisor, m, scratch);
}

}  // namespace gbi::words
