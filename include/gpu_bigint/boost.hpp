/// \file
/// A backend for Boost.Multiprecision: boost::multiprecision::number<gbi::boost_backend> is an integer of any
/// size whose arithmetic is that of gpu_bigint, and so is its rational adaptor. Generic code that takes any
/// number type runs on a GPU. Needs Boost 1.74 or later, headers only; the library does not link against it.
///
/// Operators have Boost's semantics: a division by zero throws std::overflow_error, a conversion to a signed
/// built-in integer saturates, one to an unsigned integer takes the lowest bits, text without a prefix is
/// decimal, "0x" stands for base 16 and a leading zero for base 8. Numbers belong to the context that is
/// current when they are made, as gpu_bigint does.
#pragma once

#include <boost/multiprecision/detail/integer_ops.hpp>
#include <boost/multiprecision/number.hpp>
#include <boost/multiprecision/rational_adaptor.hpp>
#include <boost/version.hpp>
#if BOOST_VERSION < 107600
#include <boost/mpl/list.hpp>
#endif

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <ios>
#include <limits>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/gcd.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/modular.hpp"
#include "gpu_bigint/roots.hpp"

namespace gbi {

namespace detail {
template <class T>
concept built_in_number = std::integral<T> || std::floating_point<T>;
#if BOOST_VERSION < 107600
template <class... T>
using boost_types = boost::mpl::list<T...>;
using boost_no_bits = std::range_error;
#else
template <class... T>
using boost_types = std::tuple<T...>;
using boost_no_bits = std::domain_error;
#endif
}  // namespace detail

/// What boost::multiprecision::number calls: functions named eval_, found by their arguments. Each makes a
/// new number, so expression templates save nothing and are off in boost_int. Costs and exceptions are those
/// of the operation of gpu_bigint, unless named.
class boost_backend {
 public:
  /// \cond names

  using signed_types = detail::boost_types<int, long, long long>;
  using unsigned_types = detail::boost_types<unsigned, unsigned long, unsigned long long>;
  using float_types = detail::boost_types<float, double, long double>;
  /// \endcond

  /// Zero.
  boost_backend() noexcept = default;
  /// A number that already exists. Types that only convert to one are excluded: Boost tests which types a
  /// backend can be made from.
  template <std::same_as<gpu_bigint> T>
  explicit boost_backend(T value) noexcept : value_(std::move(value)) {}
  /// The value of a built-in integer, or the integer part of a floating-point number.
  /// \throws std::domain_error for infinities and NaN
  template <detail::built_in_number T>
  boost_backend& operator=(T value) {
    value_ = gpu_bigint(value);
    return *this;
  }
  /// The value of text.
  /// \throws std::runtime_error for anything but an optional sign, an optional prefix and digits
  boost_backend& operator=(const char* text) {
    value_ = parsed(text == nullptr ? std::string_view() : std::string_view(text));
    return *this;
  }

  /// The number itself.
  [[nodiscard]] const gpu_bigint& value() const noexcept { return value_; }
  /// Swaps two numbers. O(1).
  void swap(boost_backend& other) noexcept { value_.swap(other.value_); }
  /// Changes the sign.
  void negate() { value_ = -value_; }
  /// Text in the base that the flags name, with the prefix and the sign that they ask for. The first
  /// argument, a precision, is ignored.
  /// \throws std::runtime_error for a negative number in base 8 or 16
  [[nodiscard]] std::string str(std::streamsize, std::ios_base::fmtflags flags) const {
    const auto base_of = flags & std::ios_base::basefield;
    const int base = base_of == std::ios_base::hex ? 16 : base_of == std::ios_base::oct ? 8 : 10;
    const bool upper = (flags & std::ios_base::uppercase) != 0;
    if (base != 10 && value_.sign() < 0)
      throw std::runtime_error("boost_backend: a negative number has no digits in base " +
                               std::to_string(base));
    std::string text = value_.to_string(base);
    if (upper)
      for (char& c : text)
        if (c >= 'a' && c <= 'f') c = static_cast<char>(c - 'a' + 'A');
    if (base != 10 && (flags & std::ios_base::showbase) != 0)
      text.insert(0, base == 8 ? "0" : upper ? "0X" : "0x");
    if ((flags & std::ios_base::showpos) != 0 && value_.sign() >= 0) text.insert(0, "+");
    return text;
  }
  /// Less than, equal to or greater than 0, as *this is less than, equal to or greater than the other number.
  [[nodiscard]] int compare(const boost_backend& other) const { return sign_of(value_ <=> other.value_); }
  /// As above, for a built-in number.
  template <detail::built_in_number T>
  [[nodiscard]] int compare(T other) const {
    return sign_of(value_ <=> other);
  }
  /// As above, for text.
  [[nodiscard]] int compare(const char* text) const { return sign_of(value_ <=> parsed(text)); }

  /// \cond operations

  friend void eval_add(boost_backend& r, const boost_backend& a) { r.value_ += a.value_; }
  friend void eval_subtract(boost_backend& r, const boost_backend& a) { r.value_ -= a.value_; }
  friend void eval_multiply(boost_backend& r, const boost_backend& a) { r.value_ *= a.value_; }
  friend void eval_divide(boost_backend& r, const boost_backend& a) { r.value_ /= a.divisor(); }
  friend void eval_modulus(boost_backend& r, const boost_backend& a) { r.value_ %= a.divisor(); }
  friend void eval_bitwise_and(boost_backend& r, const boost_backend& a) { r.value_ &= a.value_; }
  friend void eval_bitwise_or(boost_backend& r, const boost_backend& a) { r.value_ |= a.value_; }
  friend void eval_bitwise_xor(boost_backend& r, const boost_backend& a) { r.value_ ^= a.value_; }
  friend void eval_complement(boost_backend& r, const boost_backend& a) { r.value_ = ~a.value_; }
  friend void eval_left_shift(boost_backend& r, std::size_t bits) { r.value_ <<= bits; }
  friend void eval_right_shift(boost_backend& r, std::size_t bits) { r.value_ >>= bits; }
  friend void eval_left_shift(boost_backend& r, const boost_backend& a, std::size_t bits) {
    r.value_ = a.value_ << bits;
  }
  friend void eval_right_shift(boost_backend& r, const boost_backend& a, std::size_t bits) {
    r.value_ = a.value_ >> bits;
  }

  friend void eval_add(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = a.value_ + b.value_;
  }
  friend void eval_subtract(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = a.value_ - b.value_;
  }
  friend void eval_multiply(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = a.value_ * b.value_;
  }
  friend void eval_divide(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = a.value_ / b.divisor();
  }
  friend void eval_modulus(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = a.value_ % b.divisor();
  }

  // Operands that are built-in integers take no number of their own.
  template <builtin_integer T>
  friend void eval_add(boost_backend& r, T a) {
    r.value_ += a;
  }
  template <builtin_integer T>
  friend void eval_subtract(boost_backend& r, T a) {
    r.value_ -= a;
  }
  template <builtin_integer T>
  friend void eval_multiply(boost_backend& r, T a) {
    r.value_ *= a;
  }
  template <builtin_integer T>
  friend void eval_divide(boost_backend& r, T a) {
    r.value_ /= divisor(a);
  }
  template <builtin_integer T>
  friend void eval_modulus(boost_backend& r, T a) {
    r.value_ %= divisor(a);
  }

  friend bool eval_is_zero(const boost_backend& a) { return a.value_.sign() == 0; }
  friend int eval_get_sign(const boost_backend& a) { return a.value_.sign(); }
  friend void eval_abs(boost_backend& r, const boost_backend& a) { r.value_ = abs(a.value_); }

  template <builtin_integer T>
  friend void eval_convert_to(T* result, const boost_backend& a) {
    constexpr bool is_signed = T(-1) < T(0);
    const bool negative = a.value_.sign() < 0;
    if (a.value_.template fits<T>())
      *result = static_cast<T>(a.value_);
    else if (is_signed)
      *result = negative ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    else if (negative)
      throw std::range_error("boost_backend: a negative number does not fit an unsigned type");
    else
      *result = static_cast<T>(low_bits(a.value_, 8 * sizeof(T)));
  }
  template <std::floating_point T>
  friend void eval_convert_to(T* result, const boost_backend& a) {
    *result = static_cast<T>(a.value_);
  }

  friend void eval_qr(const boost_backend& a, const boost_backend& b, boost_backend& q, boost_backend& r) {
    auto both = div_rem(a.value_, b.divisor());
    q.value_ = std::move(both.quotient);
    r.value_ = std::move(both.remainder);
  }
  template <builtin_integer T>
  friend T eval_integer_modulus(const boost_backend& a, T b) {
    return static_cast<T>(abs(a.value_ % divisor(b)));
  }
  friend void eval_gcd(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = gcd(a.value_, b.value_);
  }
  friend void eval_lcm(boost_backend& r, const boost_backend& a, const boost_backend& b) {
    r.value_ = lcm(a.value_, b.value_);
  }
  friend void eval_powm(boost_backend& r, const boost_backend& base, const boost_backend& exponent,
                        const boost_backend& n) {
    r.value_ = powm(base.value_, exponent.value_, n.divisor());
  }
  friend void eval_integer_sqrt(boost_backend& s, boost_backend& r, const boost_backend& a) {
    auto both = sqrt_rem(a.value_);
    s.value_ = std::move(both.root);
    r.value_ = std::move(both.remainder);
  }

  friend std::size_t eval_lsb(const boost_backend& a) { return trailing_zeros(a.with_bits()); }
  friend std::size_t eval_msb(const boost_backend& a) { return a.with_bits().bit_length() - 1; }
  friend bool eval_bit_test(const boost_backend& a, std::size_t index) { return test_bit(a.value_, index); }
  friend void eval_bit_set(boost_backend& a, std::size_t index) { a.value_ = set_bit(a.value_, index); }
  friend void eval_bit_unset(boost_backend& a, std::size_t index) { a.value_ = clear_bit(a.value_, index); }
  friend void eval_bit_flip(boost_backend& a, std::size_t index) { a.value_ = flip_bit(a.value_, index); }

  friend std::size_t hash_value(const boost_backend& a) { return gbi::hash_value(a.value_); }
  /// \endcond

 private:
  template <class Order>
  static int sign_of(Order order) {
    return order < 0 ? -1 : order > 0 ? 1 : 0;
  }
  [[noreturn]] static void refuse_zero() { throw std::overflow_error("boost_backend: division by zero"); }
  const gpu_bigint& divisor() const {
    if (value_.sign() == 0) refuse_zero();
    return value_;
  }
  template <builtin_integer T>
  static T divisor(T value) {
    if (value == 0) refuse_zero();
    return value;
  }
  /// The number if it has a lowest and a highest bit. Otherwise throws as Boost's own numbers do.
  const gpu_bigint& with_bits() const {
    if (value_.sign() == 0) throw detail::boost_no_bits("boost_backend: zero has no bits");
    if (value_.sign() < 0)
      throw detail::boost_no_bits("boost_backend: a negative number has infinitely many bits");
    return value_;
  }
  static gpu_bigint parsed(std::string_view text) {
    const std::string_view all = text;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (hexadecimal) text.remove_prefix(2);
    const int base = hexadecimal ? 16 : text.starts_with('0') && text.size() > 1 ? 8 : 10;
    try {
      // The constructor would take another sign or prefix.
      if (text.find_first_not_of("0123456789abcdefABCDEF") != text.npos) throw std::invalid_argument("");
      const gpu_bigint magnitude(text, base);
      return negative ? -magnitude : magnitude;
    } catch (const std::invalid_argument&) {
      throw std::runtime_error("boost_backend: \"" + std::string(all.substr(0, 40)) + "\" is no integer");
    }
  }

  gpu_bigint value_;
};

/// An integer of Boost.Multiprecision.
using boost_int = boost::multiprecision::number<boost_backend, boost::multiprecision::et_off>;
/// A fraction in lowest terms.
using boost_rational = boost::multiprecision::number<boost::multiprecision::rational_adaptor<boost_backend>,
                                                     boost::multiprecision::et_off>;

}  // namespace gbi

/// \cond specializations
// The category of a built-in integer, in the form that this version of Boost has.
template <>
struct boost::multiprecision::number_category<gbi::boost_backend>
    : boost::multiprecision::number_category<int> {};

template <boost::multiprecision::expression_template_option Templates>
class std::numeric_limits<boost::multiprecision::number<gbi::boost_backend, Templates>>
    : public std::numeric_limits<gbi::gpu_bigint> {
  using number = boost::multiprecision::number<gbi::boost_backend, Templates>;

 public:
  // Boost compares these with those of other types: any integer fits.
  static constexpr int digits = std::numeric_limits<int>::max();
  static constexpr int digits10 = digits / 1000 * 301;
  static constexpr int max_digits10 = digits10 + 3;
  static number min() { return {}; }
  static number max() { return {}; }
  static number lowest() { return {}; }
  static number epsilon() { return {}; }
  static number round_error() { return {}; }
  static number infinity() { return {}; }
  static number quiet_NaN() { return {}; }
  static number signaling_NaN() { return {}; }
  static number denorm_min() { return {}; }
};
/// \endcond
