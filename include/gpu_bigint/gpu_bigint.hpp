/// \file
/// The value type: an integer of any size in the memory of its context.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"

namespace gbi {

namespace detail {
class number;

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;
}  // namespace detail

/// Every built-in integer type, 128-bit ones included.
template <class T>
concept builtin_integer =
    std::integral<T> || std::same_as<T, detail::int128> || std::same_as<T, detail::uint128>;

/// A signed integer of any size. Copies share the (immutable) limbs and cost nothing; an operation makes a
/// new number. Operands must live in the same context; a default-constructed zero fits any.
///
/// Operations on CUDA are queued and return at once. Those that return host values (sign, comparison, text,
/// limbs) wait for the stream. Exceptions: see error.hpp; in addition everything may throw device_error.
class gpu_bigint {
 public:
  /// Zero.
  gpu_bigint() noexcept = default;

  /// The value of a built-in integer, in the current context.
  template <builtin_integer T>
  gpu_bigint(T value)  // NOLINT(google-explicit-constructor): numbers mix with built-in integers
      : number_(from_word(negative(value), magnitude(value))) {}

  /// Text: an optional sign, an optional prefix, digits; nothing else. Letters of either case are digits
  /// above
  /// 9. Base 0 takes the base from the prefix (0x or 0X: 16, 0b or 0B: 2, none: 10); base 16 and base 2 allow
  /// their prefix. O(M(n) log n) for n digits, O(n) for bases that are powers of two.
  /// \throws std::invalid_argument for anything else, naming the position, and for a base that is not 0
  /// or 2..36.
  explicit gpu_bigint(std::string_view text, int base = 0);

  /// Little-endian 64-bit limbs of the magnitude, in the current context; leading zeros are allowed.
  static gpu_bigint from_limbs(std::span<const std::uint64_t> magnitude, bool negative = false);
  /// The magnitude's limbs without leading zeros; none for zero.
  std::vector<std::uint64_t> to_limbs() const;
  /// Digits in a base from 2 to 36, lower case, with a minus sign if negative.
  /// \throws std::invalid_argument for another base.
  std::string to_string(int base = 10) const;

  /// -1, 0 or 1.
  int sign() const;
  /// Bits of the magnitude, 0 for zero.
  std::size_t bit_length() const;
  /// Limbs that the magnitude is known to fit, without asking the device: at least the exact number.
  std::size_t limb_bound() const noexcept;
  explicit operator bool() const { return sign() != 0; }

  /// The context of the number; for a default-constructed zero the current one.
  gbi::context context() const;
  /// The same value in another context.
  gpu_bigint to(const gbi::context& target) const;

  gpu_bigint operator+() const { return *this; }
  gpu_bigint operator-() const;

  /// Sums and differences: O(n), one pass over memory; with operands of different sign one more to compare.
  friend gpu_bigint operator+(const gpu_bigint& a, const gpu_bigint& b) { return a.plus(b, false); }
  friend gpu_bigint operator-(const gpu_bigint& a, const gpu_bigint& b) { return a.plus(b, true); }
  /// Product, see multiply() in arithmetic.hpp.
  friend gpu_bigint operator*(const gpu_bigint& a, const gpu_bigint& b) { return a.times(b); }
  /// Times 2^bits. \throws std::invalid_argument if bits is negative.
  friend gpu_bigint operator<<(const gpu_bigint& a, std::int64_t bits) { return a.shifted_left(bits); }
  /// Divided by 2^bits, rounded towards minus infinity. \throws std::invalid_argument if bits is negative.
  friend gpu_bigint operator>>(const gpu_bigint& a, std::int64_t bits) { return a.shifted_right(bits); }

  gpu_bigint& operator+=(const gpu_bigint& b) { return *this = *this + b; }
  gpu_bigint& operator-=(const gpu_bigint& b) { return *this = *this - b; }
  gpu_bigint& operator*=(const gpu_bigint& b) { return *this = *this * b; }
  gpu_bigint& operator<<=(std::int64_t bits) { return *this = *this << bits; }
  gpu_bigint& operator>>=(std::int64_t bits) { return *this = *this >> bits; }
  gpu_bigint& operator++() { return *this += 1; }
  gpu_bigint& operator--() { return *this -= 1; }
  gpu_bigint operator++(int);
  gpu_bigint operator--(int);

  friend bool operator==(const gpu_bigint& a, const gpu_bigint& b) { return a.compare(b) == 0; }
  friend std::strong_ordering operator<=>(const gpu_bigint& a, const gpu_bigint& b) {
    return a.compare(b) <=> 0;
  }

  void swap(gpu_bigint& other) noexcept { number_.swap(other.number_); }
  friend void swap(gpu_bigint& a, gpu_bigint& b) noexcept { a.swap(b); }

  /// Text in the stream's base (std::dec, std::hex, std::oct), honouring showbase, showpos, uppercase, width
  /// and fill.
  friend std::ostream& operator<<(std::ostream& out, const gpu_bigint& a);
  /// A sign and digits in the stream's base, after white space; sets failbit and leaves the number unchanged
  /// if there are none.
  friend std::istream& operator>>(std::istream& in, gpu_bigint& a);

  /// For the library itself: the number behind the value, null for a default-constructed zero.
  const std::shared_ptr<const detail::number>& number() const noexcept { return number_; }
  explicit gpu_bigint(std::shared_ptr<const detail::number> number) noexcept : number_(std::move(number)) {}

 private:
  static std::shared_ptr<const detail::number> from_word(bool negative, detail::uint128 magnitude);
  template <class T>
  static constexpr bool negative(T value) {
    if constexpr (T(-1) < T(0))
      return value < 0;
    else
      return false;
  }
  template <class T>
  static constexpr detail::uint128 magnitude(T value) {
    const detail::uint128 bits = static_cast<detail::uint128>(value);
    return negative(value) ? -bits : bits;
  }

  gpu_bigint plus(const gpu_bigint& b, bool subtract) const;
  gpu_bigint times(const gpu_bigint& b) const;
  gpu_bigint shifted_left(std::int64_t bits) const;
  gpu_bigint shifted_right(std::int64_t bits) const;
  int compare(const gpu_bigint& b) const;

  std::shared_ptr<const detail::number> number_;
};

/// |a|
gpu_bigint abs(const gpu_bigint& a);

}  // namespace gbi

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
