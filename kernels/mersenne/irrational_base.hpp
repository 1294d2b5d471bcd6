/// \file
/// Digits of two widths: where they start, and how a sum becomes a digit and a carry.
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/mersenne/arguments.hpp"

namespace gbi::kernels {

/// ceil(p j / N), the first bit of digit j; j <= N.
GBI_DEVICE std::uint64_t first_bit(const irrational_base& base, std::uint64_t j) {
  return (base.exponent * j + base.digits - 1) / base.digits;
}

/// r_j, given the first bit of digit j.
GBI_DEVICE std::uint32_t phase_at(const irrational_base& base, std::uint64_t j, std::uint64_t first_bit) {
  return static_cast<std::uint32_t>(first_bit * base.digits - base.exponent * j);
}

/// The sum of two phases modulo N.
struct phase_sum {
  std::uint32_t phase;
  bool wraps;

  GBI_DEVICE phase_sum(const irrational_base& base, std::uint32_t a, std::uint32_t b) {
    // a, b < N <= 2^29
    wraps = a + b >= base.digits;
    phase = a + b - (wraps ? base.digits : 0);
  }
};

/// An integer as a digit and a carry.
struct digit_and_carry {
  double digit, carry;
};

/// Digits of a base as real numbers, which represent every sum of digits exactly.
class digit_splitter {
 public:
  GBI_DEVICE explicit digit_splitter(const irrational_base& base)
      : step_(base.step),
        unit_(power_of_two(1023 + base.digit_bits)),
        inverse_(power_of_two(1023 - base.digit_bits)) {}

  /// Whether a digit with the given phase has one bit more than floor(p/N).
  GBI_DEVICE bool is_long(std::uint32_t phase) const { return phase < step_; }
  /// x = digit + 2^w carry with |digit| <= 2^(w - 1), |x| < 2^51.
  GBI_DEVICE digit_and_carry split(double x, bool is_long) const {
    const double carry = nearest_real(x * (is_long ? inverse_ * 0.5 : inverse_));
    return {x - carry * (is_long ? unit_ * 2 : unit_), carry};
  }

 private:
  GBI_DEVICE static double power_of_two(std::uint64_t biased) {
    return __builtin_bit_cast(double, biased << 52);
  }

  std::uint32_t step_;
  double unit_, inverse_;  ///< 2^w and 2^-w of short digits
};

/// Both digits of a pair as real numbers.
struct real_pair_of_digits {
  double even, odd;
};

/// Adds the carry to a pair. The odd digit takes the excess of the even one and becomes slightly wider, which
/// the next square absorbs.
GBI_DEVICE real_pair_of_digits with_carry(const digit_splitter& splitter, real_pair_of_digits pair,
                                          double carry, bool even_is_long) {
  const digit_and_carry even = splitter.split(pair.even + carry, even_is_long);
  return {even.digit, pair.odd + even.carry};
}

/// A pair, and the carry to the next pair, from two integers, |x| < 2^50.
struct carried_pair {
  real_pair_of_digits digits;
  double carry;
};
GBI_DEVICE carried_pair carried(const digit_splitter& splitter, real_pair_of_digits x,
                                std::uint32_t even_phase, std::uint32_t odd_phase) {
  const digit_and_carry even = splitter.split(x.even, splitter.is_long(even_phase));
  const digit_and_carry odd = splitter.split(x.odd + even.carry, splitter.is_long(odd_phase));
  return {{even.digit, odd.digit}, odd.carry};
}

GBI_DEVICE real_pair_of_digits real(digit_pair pair) {
  return {static_cast<double>(pair.even), static_cast<double>(pair.odd)};
}
GBI_DEVICE digit_pair integers(real_pair_of_digits pair) {
  return {static_cast<std::int32_t>(nearest_integer(pair.even)),
          static_cast<std::int32_t>(nearest_integer(pair.odd))};
}

/// A pair of digits, and whether the even one is long, packed into the bits of a real number.
struct packed_pair {
  real_pair_of_digits digits;
  bool even_is_long;
};
GBI_DEVICE double packed(real_pair_of_digits digits, bool even_is_long) {
  const digit_pair pair = integers(digits);
  return __builtin_bit_cast(double, digit_pair{2 * pair.even + (even_is_long ? 1 : 0), pair.odd});
}
GBI_DEVICE packed_pair unpacked(double bits) {
  const auto pair = __builtin_bit_cast(digit_pair, bits);
  return {real({pair.even >> 1, pair.odd}), (pair.even & 1) != 0};
}

/// Pair j of a number, with its pending carry added.
GBI_DEVICE real_pair_of_digits pair_at(const irrational_base& base, const irrational_digits& number,
                                       std::uint64_t j) {
  const real_pair_of_digits pair = real(number.pairs[j]);
  const std::uint64_t row = j / number.width, column = j % number.width;
  if (column % number.run != 0) return pair;
  const double carry = number.carries[column / number.run * number.rows + row];
  const digit_splitter splitter(base);
  return with_carry(splitter, pair, carry, splitter.is_long(phase_at(base, 2 * j, first_bit(base, 2 * j))));
}

}  // namespace gbi::kernels
