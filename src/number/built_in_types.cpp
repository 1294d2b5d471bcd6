/// \file
/// Conversions and comparisons between numbers and built-in types.
#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"

namespace gbi {

void detail::refuse_count(const char* operation, bool negative) {
  throw std::domain_error(std::string(operation) + (negative ? " is negative" : " is 2^64 or more"));
}

namespace {

constexpr std::size_t wide_limbs = 2;

/// The size of a number, its sign, and its three highest limbs. Missing limbs are zeros.
struct leading_limbs {
  std::size_t size;
  bool negative;
  std::array<limb, 3> top{};  ///< the highest first

  /// Waits unless the number is in host words.
  explicit leading_limbs(const gpu_bigint& a) {
    if (const detail::short_view own = detail::short_words_or_wait(a)) {
      size = own.size;
      negative = own.negative;
      std::reverse_copy(own.limbs + (size - copied()), own.limbs + size, top.begin());
      return;
    }
    const detail::number& number = *detail::number_of(a);
    size = number.size();
    negative = size > 0 && number.negative();
    std::array<limb, 3> found{};
    number.executor().download(found.data(), number.limbs() + (size - copied()), copied() * sizeof(limb));
    std::reverse_copy(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(copied()), top.begin());
  }
  std::size_t copied() const { return std::min(size, top.size()); }
  bool is_wide() const { return size > wide_limbs; }
  int sign() const { return size == 0 ? 0 : negative ? -1 : 1; }
  /// The magnitude of a number of at most two limbs.
  detail::uint128 magnitude() const {
    return size <= 1 ? top[0] : detail::uint128{top[0]} << limb_bits | top[1];
  }
};

/// fraction 2^exponent with 0.5 <= |fraction| < 1; for zero, both are 0.
template <class Real>
struct scaled {
  Real fraction;
  std::int64_t exponent;
};

/// a rounded to the precision of the type, as if its exponents were unbounded. Ties go to the even number.
template <class Real>
scaled<Real> nearest(const gpu_bigint& a) {
  constexpr int mantissa_bits = std::numeric_limits<Real>::digits, dropped = 2 * limb_bits - mantissa_bits;
  static_assert(std::numeric_limits<Real>::radix == 2 && dropped > 0);
  const leading_limbs leading(a);
  const int s = leading.sign();
  if (s == 0) return {0, 0};
  const std::size_t length = a.bit_length();
  const limb top = leading.top[0], middle = leading.top[1], lowest = leading.top[2];
  const int shift = std::countl_zero(top);
  const detail::uint128 high =
      ((detail::uint128{top} << limb_bits | middle) << shift) | (lowest >> 1 >> (limb_bits - 1 - shift));
  detail::uint128 mantissa = high >> dropped;
  const detail::uint128 half = detail::uint128{1} << (dropped - 1),
                        dropped_part = high - (mantissa << dropped);
  // The bits below the highest 128 matter only if they turn a tie into a larger value. If the third limb does
  // not decide that, only the device can.
  const auto is_tie = [&] { return (lowest << shift) == 0 && trailing_zeros(a) + 2 * limb_bits >= length; };
  const bool odd = mantissa % 2 == 1;
  if (dropped_part > half || (dropped_part == half && (odd || !is_tie()))) ++mantissa;
  int carried = 0;
  const Real fraction = std::frexp(std::ldexp(static_cast<Real>(mantissa), -mantissa_bits), &carried);
  return {s < 0 ? -fraction : fraction, static_cast<std::int64_t>(length) + carried};
}

template <class Real>
Real converted(const gpu_bigint& a) {
  const auto [fraction, exponent] = nearest<Real>(a);
  constexpr std::int64_t beyond = std::numeric_limits<Real>::max_exponent + 1;
  return std::ldexp(fraction, static_cast<int>(std::min(exponent, beyond)));
}

}  // namespace

int gpu_bigint::compare_word(bool negative, detail::uint128 magnitude) const {
  if (size_ != on_device) {
    // Signed sizes have the same order as the numbers.
    const std::int64_t limbs = magnitude >> limb_bits != 0 ? 2 : magnitude != 0 ? 1 : 0;
    const std::int64_t size = negative ? -limbs : limbs;
    if (size_ != size) return size_ < size ? -1 : 1;
    if (size == 0) return 0;
    const limb high = limbs == 2 ? words_.here[1] : 0;
    const detail::uint128 own = detail::uint128{high} << limb_bits | words_.here[0];
    return own == magnitude ? 0 : (own < magnitude) != negative ? -1 : 1;
  }
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
    throw std::out_of_range(concat("conversion of a number of ", bit_length(), " bits to ",
                                   with_sign ? "a signed" : "an unsigned", " integer of ", bits,
                                   ": it does not fit"));
  const leading_limbs a(*this);
  return a.negative ? -a.magnitude() : a.magnitude();
}

gpu_bigint gpu_bigint::from_floating(long double value) {
  if (!std::isfinite(value))
    throw std::domain_error(std::string("conversion of ") + (std::isnan(value) ? "NaN" : "an infinity") +
                            " to an integer: it has no integer part");
  int exponent = 0;
  const long double fraction = std::frexp(std::fabs(value), &exponent);
  if (exponent <= 0) return 0;
  // 128 bits hold the whole fraction, whatever the format of long double.
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
  const auto [fraction, exponent] = nearest<double>(a);
  return {fraction, exponent};
}

gpu_bigint::operator float() const {
  return converted<float>(*this);
}
gpu_bigint::operator double() const {
  return converted<double>(*this);
}
gpu_bigint::operator long double() const {
  return converted<long double>(*this);
}

}  // namespace gbi
