/// \file
/// Between numbers and what is built in: conversions and comparisons.
#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/arithmetic/number.hpp"

namespace gbi {

namespace {

constexpr std::size_t wide_limbs = 2;

/// The size of a number, its sign, and its two highest limbs.
struct leading_limbs {
  std::size_t size;
  bool negative;
  limb low = 0, high = 0;

  /// Waits unless the number is in host words.
  explicit leading_limbs(const gpu_bigint& a) {
    if (const detail::short_view own = a.short_words_or_wait()) {
      size = own.size;
      negative = own.negative;
      if (size > 0) high = own.limbs[size - 1];
      if (size > 1) low = own.limbs[size - 2];
      return;
    }
    const detail::number& number = *a.number();
    size = number.size();
    negative = size > 0 && number.negative();
    high = number.top();
    if (size > 1) number.executor().download(&low, number.limbs() + size - 2, sizeof low);
  }
  bool is_wide() const { return size > wide_limbs; }
  int sign() const { return size == 0 ? 0 : negative ? -1 : 1; }
  /// Of a number of at most two limbs.
  detail::uint128 magnitude() const { return size <= 1 ? high : detail::uint128{high} << limb_bits | low; }
};

}  // namespace

int gpu_bigint::compare_word(bool negative, detail::uint128 magnitude) const {
  const leading_limbs a(*this);
  const int sign_a = a.sign(), sign_b = magnitude == 0 ? 0 : negative ? -1 : 1;
  if (sign_a != sign_b) return sign_a < sign_b ? -1 : 1;
  if (a.is_wide()) return sign_a;
  const detail::uint128 own = a.magnitude();
  return own == magnitude ? 0 : own < magnitude ? -sign_a : sign_a;
}

bool gpu_bigint::fits_word(int bits, bool with_sign) const {
  const leading_limbs a(*this);
  if (a.is_wide() || (a.negative && !with_sign)) return false;
  const detail::uint128 last = ~detail::uint128{0} >> (128 - bits + (with_sign ? 1 : 0));
  return a.magnitude() <= last + (a.negative ? 1 : 0);
}

detail::uint128 gpu_bigint::to_word(int bits, bool with_sign) const {
  if (!fits_word(bits, with_sign))
    throw std::out_of_range("conversion of a number of " + std::to_string(bit_length()) + " bits to " +
                            (with_sign ? "a signed" : "an unsigned") + " integer of " + std::to_string(bits) +
                            ": it does not fit");
  const leading_limbs a(*this);
  return a.negative ? -a.magnitude() : a.magnitude();
}

gpu_bigint gpu_bigint::from_floating(long double value) {
  if (!std::isfinite(value))
    throw std::domain_error(std::string("integer of ") + (std::isnan(value) ? "no number" : "an infinity"));
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(value), &exponent);
  if (exponent <= 0) return 0;
  // All bits of the fraction in 128, whatever a long double is.
  const auto mantissa = static_cast<detail::uint128>(std::ldexp(fraction, 128));
  const gpu_bigint magnitude =
      exponent <= 128 ? gpu_bigint(mantissa >> (128 - exponent)) : gpu_bigint(mantissa) << (exponent - 128);
  return value < 0 ? -magnitude : magnitude;
}

std::partial_ordering gpu_bigint::compare_floating(long double value) const {
  if (std::isnan(value)) return std::partial_ordering::unordered;
  if (std::isinf(value)) return value < 0 ? std::partial_ordering::greater : std::partial_ordering::less;
  const scoped_context use(context());
  const int order = compare(from_floating(value));
  return order != 0 ? order <=> 0 : std::trunc(value) <=> value;
}

scaled_double frexp(const gpu_bigint& a) {
  const leading_limbs leading(a);
  const int s = leading.sign();
  if (s == 0) return {0, 0};
  const std::size_t length = a.bit_length();
  limb low = leading.low, high = leading.high;
  const int shift = std::countl_zero(high);
  high = (high << shift) | (low >> 1 >> (limb_bits - 1 - shift));
  low <<= shift;
  // What is below the highest 64 bits counts only where those end in a one and zeros behind the last bit of a
  // double: there it is no tie if anything follows. Only the device knows, where the two limbs do not say.
  constexpr int dropped = limb_bits - std::numeric_limits<double>::digits;
  const bool tie = high << (limb_bits - dropped) == limb{1} << (limb_bits - 1);
  if (tie && (low != 0 || trailing_zeros(a) + limb_bits < length)) high |= 1;
  int carried = 0;
  const double fraction = std::frexp(std::ldexp(static_cast<double>(high), -limb_bits), &carried);
  return {s < 0 ? -fraction : fraction, static_cast<std::int64_t>(length) + carried};
}

gpu_bigint::operator double() const {
  const auto [fraction, exponent] = frexp(*this);
  constexpr std::int64_t beyond = std::numeric_limits<double>::max_exponent + 1;
  return std::ldexp(fraction, static_cast<int>(std::min(exponent, beyond)));
}

}  // namespace gbi
