#include <algorithm>
#include <bit>
#include <cstddef>

#include "src/words/division/divide.hpp"
#include "src/words/division/reciprocal.hpp"
#include "src/words/linear/linear.hpp"

namespace gbi::words {

namespace {

/// Limbs that one step takes.
constexpr std::size_t step = 4;

/// 2^(64 i) modulo d, i > 0. Three of the reductions depend on each other.
struct limb_powers {
  limb of[step + 3];  // NOLINT: never copied

  /// `by` is d 2^shift, where d is not a power of two.
  limb_powers(const kernels::normalized_divisor& by, int shift) noexcept {
    // x y 2^shift modulo d 2^shift, from x and y 2^shift.
    const auto product = [&by](limb x, limb shifted) {
      const wide_limb all = wide_product(x, shifted);
      limb high = high_limb(all);
      kernels::divide_2_by_1(high, low_limb(all), by);
      return high;
    };
    const auto times_limb = [&by](limb shifted) {
      kernels::divide_2_by_1(shifted, 0, by);
      return shifted;
    };
    // 2^64 / d, rounded down, is the reciprocal without its lowest bits.
    const limb quotient = limb{1} << shift | moved_up(by.reciprocal, shift);
    of[1] = 0 - (by.divisor >> shift) * quotient;
    const limb second = times_limb(of[1] << shift), third = times_limb(second);
    of[2] = second >> shift;
    of[3] = third >> shift;
    of[4] = product(of[2], second) >> shift;
    of[5] = product(of[3], second) >> shift;
    of[6] = product(of[3], third) >> shift;
  }
};

/// A sum of products of limbs. With powers below 2^61 it has no carries.
template <bool HasCarries>
struct product_sum {
  wide_limb sum = 0;
  limb carries = 0;

  void add(limb a, limb b) noexcept {
    const wide_limb product = wide_product(a, b);
    sum += product;
    if constexpr (HasCarries) carries += sum < product ? 1 : 0;
  }

  /// Four limbs and the sum so far times 2^256.
  product_sum next(const limb* x, const limb_powers& power) const noexcept {
    product_sum result{x[0]};
    for (std::size_t i = 1; i < step; ++i) result.add(x[i], power.of[i]);
    if constexpr (!HasCarries) {
      // Compilers would add the products in another order, in which each step waits longer for the last one.
      limb low = low_limb(result.sum), high = high_limb(result.sum);
      asm("" : "+r"(low), "+r"(high));
      result.sum = wide_limb{high} << limb_bits | low;
    }
    result.add(low_limb(sum), power.of[step]);
    result.add(high_limb(sum), power.of[step + 1]);
    if constexpr (HasCarries) result.add(carries, power.of[step + 2]);
    return result;
  }
};

template <bool HasCarries>
limb remainder_by_powers(const limb* a, std::size_t n, limb divisor) noexcept {
  const int shift = std::countl_zero(divisor);
  const kernels::normalized_divisor by = normalized(divisor << shift);
  const limb_powers powers(by, shift);
  std::size_t left = n / step * step;
  limb top[step] = {};  // NOLINT: the highest limbs
  std::copy_n(a + left, n - left, top);
  auto sum = product_sum<HasCarries>{}.next(top, powers);
  for (; left > 0; left -= step) sum = sum.next(a + left - step, powers);
  limb partial = sum.carries, low = low_limb(sum.sum), high = high_limb(sum.sum);
  partial = partial << shift | moved_up(high, shift);
  kernels::divide_2_by_1(partial, high << shift | moved_up(low, shift), by);
  kernels::divide_2_by_1(partial, low << shift, by);
  return partial >> shift;
}

}  // namespace

/// Replaces 2^64, 2^128, ... by their remainders modulo the divisor. A step then takes four limbs and the sum
/// so far, and its products do not depend on each other. Source: P. L. Montgomery, as mpn_mod_1s_4p of GMP
/// cites him. There, divisors have at most 62 bits.
limb remainder_1(const limb* a, std::size_t n, limb divisor) noexcept {
  constexpr std::size_t worth_powers = 12;
  if (std::has_single_bit(divisor)) return n > 0 ? a[0] & (divisor - 1) : 0;
  if (n < worth_powers) {
    limb partial = 0;
    for (std::size_t i = n; i-- > 0;) divide_words(partial, a[i], divisor);
    return partial;
  }
  return divisor >> 61 == 0 ? remainder_by_powers<false>(a, n, divisor)
                            : remainder_by_powers<true>(a, n, divisor);
}

}  // namespace gbi::words
