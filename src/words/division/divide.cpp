#include "src/words/division/divide.hpp"

#include <algorithm>
#include <bit>

#include "src/words/division/long_division.hpp"
#include "src/words/division/reciprocal.hpp"
#include "src/words/level.hpp"
#include "src/words/linear/linear.hpp"
#include "src/words/products/multiply.hpp"

namespace gbi::words {

namespace {

/// From this many limbs on, a reciprocal saves more than its division costs.
constexpr std::size_t worth_reciprocal = 3;

/// From this many limbs of the divisor on, a quotient alone is first estimated.
constexpr std::size_t worth_estimate = 7;

/// Limb i of a 2^shift.
limb shifted(const limb* a, std::size_t i, int shift) noexcept {
  return a[i] << shift | (i > 0 ? a[i - 1] >> 1 >> (limb_bits - 1 - shift) : 0);
}

}  // namespace

limb divide_1(limb* quotient, const limb* a, std::size_t n, limb divisor) noexcept {
  limb partial = 0;
  if (n < worth_reciprocal) {
    for (std::size_t i = n; i-- > 0;) quotient[i] = divide_words(partial, a[i], divisor);
    return partial;
  }
  const int shift = std::countl_zero(divisor);
  const kernels::normalized_divisor by = normalized(divisor << shift);
  partial = a[n - 1] >> 1 >> (limb_bits - 1 - shift);
  for (std::size_t i = n; i-- > 0;) quotient[i] = kernels::divide_2_by_1(partial, shifted(a, i, shift), by);
  return partial >> shift;
}

/// Memory for the shifted operands and for the product of the quotient and the divisor. If products are used,
/// also for a quotient that the caller does not want, and for either those products or a product with a piece
/// of an exact quotient, which takes fewer than 512 limbs.
std::size_t divide_scratch(std::size_t n, std::size_t m) noexcept {
  const std::size_t count = n - m + 1, shifted_operands = n + 2 + m;
  const std::size_t check = multiply_scratch(n, std::min(m, count));
  if (m < in_use.long_division || count < in_use.long_division) return shifted_operands + check;
  return shifted_operands + std::max(check, count + divide_by_halves_scratch(m) + 512);
}

namespace {

/// Makes an estimate right: a - quotient * divisor is so small that its sign is the highest bit of m limbs.
/// The product takes the place of `partial`, and a, shifted again, that of the divisor.
void correct(limb* quotient, limb& highest, const limb* a, limb* partial, limb* d, std::size_t m,
             std::size_t count, int shift, limb* scratch) noexcept {
  if (count >= m)
    multiply(partial, quotient, count, d, m, scratch);
  else
    multiply(partial, d, m, quotient, count, scratch);
  if (highest != 0 && count < m) add_n(partial + count, partial + count, d, m - count);
  shift_left(d, a, m, shift);
  subtract_n(d, d, partial, m);
  if (d[m - 1] >> (limb_bits - 1) != 0) highest -= subtract_1(quotient, quotient, count, 1);
}

}  // namespace

void divide(limb* quotient, limb* remainder, const limb* a, std::size_t n, const limb* divisor, std::size_t m,
            limb* scratch) noexcept {
  if (m == 1) {
    const limb partial =
        quotient != nullptr ? divide_1(quotient, a, n, divisor[0]) : remainder_1(a, n, divisor[0]);
    if (remainder != nullptr) remainder[0] = partial;
    return;
  }
  limb* const partial = scratch;
  limb* const d = partial + n + 1;
  limb* const more = d + m;
  const int shift = std::countl_zero(divisor[m - 1]);
  shift_left(d, divisor, m, shift);
  partial[n] = shift_left(partial, a, n, shift);
  // The quotient's highest limb is 0 or 1 unless the shift separates limbs.
  const std::size_t count = n - m + (partial[n] != 0 ? 1 : 0);
  const wide_divisor top(d[m - 1], d[m - 2]);
  limb highest = 0;
  auto known = estimate::unknown;
  if (remainder == nullptr && m >= worth_estimate && count > 0) {
    known = quotient_by_halves(quotient, highest, partial, d, m, count, top, more);
    if (known == estimate::right_or_one_more)
      correct(quotient, highest, a, partial, d, m, count, shift, more);
    else if (known == estimate::unknown)
      partial[n] = shift_left(partial, a, n, shift);
  }
  if (known == estimate::unknown) {
    if (m < in_use.long_division || count < in_use.long_division)
      highest = divide_by_rows(quotient, partial, d, m, count, top);
    else if (quotient != nullptr)
      highest = divide_by_halves(quotient, partial, d, m, count, top, more);
    else
      highest = divide_by_halves(more, partial, d, m, count, top, more + count);
  }
  if (quotient != nullptr && count == n - m) quotient[n - m] = highest;
  if (remainder != nullptr) shift_right(remainder, partial, m, shift);
}

}  // namespace gbi::words
