/// \file
/// The value type: an integer of any size. Short numbers live in host words, long ones in the memory of their
/// context.
#pragma once

#include <atomic>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/host_words.hpp"
#include "gpu_bigint/limits.hpp"
#include "gpu_bigint/operands.hpp"

namespace gbi {

namespace detail {
/// The library's own view of a value.
struct access;
}  // namespace detail

/// A signed integer of any size. Copies share the limbs, which are immutable; up to five limbs are stored
/// inside the value and copied with it. Every operation makes a new number. Operands must live in the same
/// context. A default-constructed zero fits any context, and a built-in integer takes the context of the
/// other operand.
///
/// A short number (by default up to 393,216 bits on a GPU and 2^26 on the host) lives in host words. If the
/// operands and the result are short, the calling thread computes the operation at once: nothing is queued
/// and nothing waits. Some operations have lower limits: products, quotients, roots, powers modulo a number
/// and primality tests. All other operations run on the device: short operands are copied there, and the
/// result stays there.
///
/// Operations on CUDA are queued and return at once. Operations that return host values (sign, comparison,
/// text, limbs) wait for numbers on the device. The first such wait copies all of a number of up to 2^16 bits
/// to the host, where it stays in host words. A function that is documented to wait does not wait if the
/// calling thread computes it in host words. One wait is not documented with each function: if a result would
/// occupy more than twice the memory that it should need, the host asks for its size once and returns the
/// excess.
///
/// The environment variable GPU_BIGINT_WORD_LIMIT sets one limit, in limbs, for all operations. With 0, no
/// number lives in host words. A context reads the variable when it is made.
///
/// Exceptions: see error.hpp. In addition, any function may throw device_error.
///
/// \code{.cpp}
/// const gbi::gpu_bigint a = (gbi::gpu_bigint(1) << 127) - 1, b("123456789012345678901234567890");
/// std::cout << a * b % 1000007 << ' ' << a.bit_length() << '\n';
/// \endcode
class GBI_API gpu_bigint {
 public:
  /// \name Construction
  /// \{

  /// Zero, which fits any context. O(1).
  gpu_bigint() noexcept = default;

  /// A copy that shares the limbs. O(1).
  gpu_bigint(const gpu_bigint& other) noexcept
      : core_(other.core_),
        number_(other.number_.load(std::memory_order_acquire)),
        size_(other.size_),
        words_(other.words_) {
    if (has_block()) block()->retain();
    if (const detail::number* const shared = number_.load(std::memory_order_relaxed)) detail::retain(shared);
  }
  /// Takes the value and leaves zero. O(1).
  gpu_bigint(gpu_bigint&& other) noexcept { take(other); }
  /// Shares the limbs. O(1).
  gpu_bigint& operator=(const gpu_bigint& other) noexcept {
    if (this != &other) *this = gpu_bigint(other);
    return *this;
  }
  /// Takes the value and leaves zero. O(1).
  gpu_bigint& operator=(gpu_bigint&& other) noexcept {
    if (this == &other) return *this;
    release();
    take(other);
    return *this;
  }
  /// Gives up the limbs. Queued operations may still read them. Does not wait.
  ~gpu_bigint() { release(); }

  /// The value of a built-in integer, in the current context. O(1). Does not wait.
  template <builtin_integer T>
  gpu_bigint(T value)  // NOLINT(google-explicit-constructor): numbers mix with built-in integers
      : gpu_bigint(current_core(), negative(value), magnitude(value)) {}

  /// The integer part of a floating-point number, in the current context. O(1). Does not wait.
  /// \throws std::domain_error for infinities and NaN.
  template <std::floating_point T>
  explicit gpu_bigint(T value) : gpu_bigint(from_floating(value)) {}

  /// \cond mistakes
  // Comments stay on the lines of their declarations.
  // clang-format off
  template <detail::character T>
  gpu_bigint(T) = delete;  // a character is not a digit: write gpu_bigint(std::string(1, c)) or gpu_bigint(int(c))
  explicit gpu_bigint(std::nullptr_t, int = 0) = delete;  // a null pointer is no text
  template <detail::no_integer T>
  gpu_bigint& operator=(const T&) = delete;  // only integers are assigned: convert to gpu_bigint first
  // clang-format on
  /// \endcond

  /// Parses text: an optional sign, an optional prefix, digits, and nothing else. White space, which GMP's
  /// mpz_set_str skips, is an error. A leading zero is not a prefix, whereas GMP takes it for base 8 if the
  /// base is 0. Letters of either case are digits above 9. In bases above 36, upper-case letters are 10 to 35
  /// and lower-case letters 36 to 61, as in GMP. Base 0 takes the base from the prefix (0x or 0X: 16, 0b or
  /// 0B: 2, none: 10). Bases 16 and 2 allow their prefix. O(M(n) log n) for n digits, O(n) for bases that are
  /// powers of two. Does not wait.
  /// \throws std::invalid_argument for any other text, naming the position, and for a base other than 0 and
  /// 2..62.
  /// \throws out_of_memory naming the digits and the base
  explicit gpu_bigint(std::string_view text, int base = 0) : gpu_bigint(text, base, read_limits()) {}
  /// As above, for untrusted text. Leading zeros do not count towards the limits. Waits if only the value
  /// shows whether the number is one bit too long.
  /// \throws std::length_error if the number is longer than the limits allow. If there are too many digits,
  /// it is thrown before any digit is examined.
  gpu_bigint(std::string_view text, int base, const read_limits& limits);

  /// A number from little-endian 64-bit limbs of its magnitude, in the current context. Leading zeros are
  /// allowed. O(n). Does not wait.
  /// \throws out_of_memory
  [[nodiscard]] static gpu_bigint from_limbs(std::span<const std::uint64_t> magnitude, bool negative = false);

  /// \}
  /// \name Values on the host
  /// \{

  /// The limbs of the magnitude, least significant first, without leading zeros. Zero has none. O(n). Waits.
  [[nodiscard]] std::vector<std::uint64_t> to_limbs() const;
  /// The digits in a base from 2 to 62, in lower case up to base 36, with a minus sign if the number is
  /// negative. O(M(n) log n), O(n) for bases that are powers of two. Waits.
  /// \throws std::invalid_argument for another base.
  /// \throws out_of_memory
  [[nodiscard]] std::string to_string(int base = 10) const;

  /// -1, 0 or 1. O(1). Waits.
  [[nodiscard]] int sign() const;
  /// Bits of the magnitude, 0 for zero. O(1). Waits.
  [[nodiscard]] std::size_t bit_length() const;
  /// An upper bound on the limbs of the magnitude; the exact count if the host knows it. For programs that
  /// choose an algorithm by size and must not stall the queue. O(1). Does not wait.
  [[nodiscard]] std::size_t limb_bound() const noexcept;
  /// Whether the number is not 0. O(1). Waits.
  explicit operator bool() const { return sign() != 0; }

  /// Whether the built-in integer type can hold the value. O(1). Waits.
  template <builtin_integer T>
  [[nodiscard]] bool fits() const {
    return fits_word(bits_of<T>, has_sign<T>);
  }
  /// The value as a built-in integer. For the lowest bits of a larger number, call low_bits() first. O(1).
  /// Waits.
  /// \throws std::out_of_range if the value does not fit.
  template <builtin_integer T>
  requires(!std::same_as<T, bool>) explicit operator T() const {
    return static_cast<T>(to_word(bits_of<T>, has_sign<T>));
  }
  /// The nearest float. Ties go to the even one. Beyond the largest float, infinity. O(n). Waits.
  explicit operator float() const;
  /// The nearest double, rounded like the conversion to float. O(n). Waits.
  explicit operator double() const;
  /// The nearest long double, rounded like the conversion to float. O(n). Waits.
  explicit operator long double() const;

  /// \}
  /// \name Contexts
  /// \{

  /// The value of a built-in integer in the context of this number. O(1). Does not wait.
  template <builtin_integer T>
  [[nodiscard]] gpu_bigint in_same_context(T value) const {
    return gpu_bigint(core_ != nullptr ? *core_ : current_core(), negative(value), magnitude(value));
  }
  /// The context of the number; the current one for a default-constructed zero. O(1). Does not wait.
  [[nodiscard]] gbi::context context() const;
  /// The same value in another context. If the number is already there, a copy that shares its limbs. O(n),
  /// through the host. Waits unless the number is already there.
  /// \throws out_of_memory
  [[nodiscard]] gpu_bigint to(const gbi::context& target) const;

  /// \}
  /// \name Arithmetic
  /// Operands in different contexts throw std::invalid_argument. A result or workspace that does not fit in
  /// memory throws out_of_memory. A built-in integer joins the context of the number.
  /// \{

  /// The number itself. O(1).
  [[nodiscard]] gpu_bigint operator+() const { return *this; }
  /// The number with the other sign. O(1) in host words, else O(n). Does not wait.
  [[nodiscard]] gpu_bigint operator-() const;

  /// a + b. O(n): one pass over memory, and another to compare operands of different signs. Does not wait.
  [[nodiscard]] friend gpu_bigint operator+(const gpu_bigint& a, const gpu_bigint& b) {
    return a.plus(b, false);
  }
  /// a - b. Costs as much as a sum. Does not wait.
  [[nodiscard]] friend gpu_bigint operator-(const gpu_bigint& a, const gpu_bigint& b) {
    return a.plus(b, true);
  }
  /// a b, see multiply() in arithmetic.hpp. O(n log n). Does not wait below 2^35.5 bits.
  /// \throws std::length_error if the product is too long for the longest transform.
  [[nodiscard]] friend gpu_bigint operator*(const gpu_bigint& a, const gpu_bigint& b) { return a.times(b); }
  /// The quotient, rounded towards zero as for built-in integers; see div_rem(). O(n log n). Waits until the
  /// size of b is known.
  /// \throws std::domain_error if b is zero.
  [[nodiscard]] friend gpu_bigint operator/(const gpu_bigint& a, const gpu_bigint& b) {
    return a.divided_by(b);
  }
  /// The remainder, which has the sign of a, as for built-in integers. Costs and waits like the quotient.
  /// \throws std::domain_error if b is zero.
  [[nodiscard]] friend gpu_bigint operator%(const gpu_bigint& a, const gpu_bigint& b) { return a.modulo(b); }
  /// a + b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator+(const gpu_bigint& a, T b) {
    return a.plus_word(negative(b), magnitude(b));
  }
  /// a + b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator+(T a, const gpu_bigint& b) {
    return b.plus_word(negative(a), magnitude(a));
  }
  /// a - b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator-(const gpu_bigint& a, T b) {
    return a.plus_word(!negative(b), magnitude(b));
  }
  /// a - b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator-(T a, const gpu_bigint& b) {
    return b.in_same_context(a).plus(b, true);
  }
  /// a * b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator*(const gpu_bigint& a, T b) {
    return a.times_word(negative(b), magnitude(b));
  }
  /// a * b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator*(T a, const gpu_bigint& b) {
    return b.times_word(negative(a), magnitude(a));
  }
  /// a / b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator/(const gpu_bigint& a, T b) {
    return a.divided_by_word(negative(b), magnitude(b));
  }
  /// a / b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator/(T a, const gpu_bigint& b) {
    return b.in_same_context(a).divided_by(b);
  }
  /// a % b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator%(const gpu_bigint& a, T b) {
    return a.modulo_word(negative(b), magnitude(b));
  }
  /// a % b with a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator%(T a, const gpu_bigint& b) {
    return b.in_same_context(a).modulo(b);
  }
  /// a 2^bits. O(n). Does not wait.
  /// \throws std::invalid_argument if bits is negative.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator<<(const gpu_bigint& a, T bits) {
    return a.shifted_left(shift_count(bits));
  }
  /// floor(a / 2^bits): rounded towards minus infinity. O(n). Does not wait.
  /// \throws std::invalid_argument if bits is negative.
  template <builtin_integer T>
  [[nodiscard]] friend gpu_bigint operator>>(const gpu_bigint& a, T bits) {
    return a.shifted_right(shift_count(bits));
  }

  /// Assigns *this + b.
  gpu_bigint& operator+=(const gpu_bigint& b) { return add(b, false); }
  /// Assigns *this - b.
  gpu_bigint& operator-=(const gpu_bigint& b) { return add(b, true); }
  /// Assigns *this * b.
  gpu_bigint& operator*=(const gpu_bigint& b) { return *this = *this * b; }
  /// Assigns *this / b.
  gpu_bigint& operator/=(const gpu_bigint& b) { return *this = *this / b; }
  /// Assigns *this % b.
  gpu_bigint& operator%=(const gpu_bigint& b) { return *this = *this % b; }
  /// Assigns *this + b for a built-in integer.
  template <builtin_integer T>
  gpu_bigint& operator+=(T b) {
    return add_word(negative(b), magnitude(b));
  }
  /// Assigns *this - b for a built-in integer.
  template <builtin_integer T>
  gpu_bigint& operator-=(T b) {
    return add_word(!negative(b), magnitude(b));
  }
  /// Assigns *this * b for a built-in integer.
  template <builtin_integer T>
  gpu_bigint& operator*=(T b) {
    return *this = *this * b;
  }
  /// Assigns *this / b for a built-in integer.
  template <builtin_integer T>
  gpu_bigint& operator/=(T b) {
    return *this = *this / b;
  }
  /// Assigns *this % b for a built-in integer.
  template <builtin_integer T>
  gpu_bigint& operator%=(T b) {
    return *this = *this % b;
  }
  /// Assigns *this << bits.
  template <builtin_integer T>
  gpu_bigint& operator<<=(T bits) {
    return shift_left(shift_count(bits));
  }
  /// Assigns *this >> bits.
  template <builtin_integer T>
  gpu_bigint& operator>>=(T bits) {
    return shift_right(shift_count(bits));
  }
  /// Adds 1.
  gpu_bigint& operator++() { return *this += 1; }
  /// Subtracts 1.
  gpu_bigint& operator--() { return *this -= 1; }
  /// Adds 1 and returns the old value.
  gpu_bigint operator++(int);
  /// Subtracts 1 and returns the old value.
  gpu_bigint operator--(int);

  /// \}
  /// \name Comparison
  /// O(1) if signs or lengths differ, else O(n). Waits. Numbers in different contexts throw
  /// std::invalid_argument. Comparisons with built-in numbers take no device memory. A NaN is unordered: no
  /// number is equal to it, less or greater.
  /// \{

  /// Whether a = b.
  [[nodiscard]] friend bool operator==(const gpu_bigint& a, const gpu_bigint& b) { return a.compare(b) == 0; }
  /// The order of a and b.
  [[nodiscard]] friend std::strong_ordering operator<=>(const gpu_bigint& a, const gpu_bigint& b) {
    return a.compare(b) <=> 0;
  }

  /// Whether a equals a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend bool operator==(const gpu_bigint& a, T b) {
    return a.compare_word(negative(b), magnitude(b)) == 0;
  }
  /// The order of a and a built-in integer.
  template <builtin_integer T>
  [[nodiscard]] friend std::strong_ordering operator<=>(const gpu_bigint& a, T b) {
    return a.compare_word(negative(b), magnitude(b)) <=> 0;
  }
  /// Whether a equals a floating-point number, exactly.
  template <std::floating_point T>
  [[nodiscard]] friend bool operator==(const gpu_bigint& a, T b) {
    return a.compare_floating(b) == 0;
  }
  /// The exact order of a and a floating-point number.
  template <std::floating_point T>
  [[nodiscard]] friend std::partial_ordering operator<=>(const gpu_bigint& a, T b) {
    return a.compare_floating(b);
  }

  /// \}

  /// Swaps two values. O(1).
  void swap(gpu_bigint& other) noexcept { std::swap(*this, other); }
  /// Swaps two values. O(1).
  friend void swap(gpu_bigint& a, gpu_bigint& b) noexcept { a.swap(b); }

  /// Writes the number in the stream's base (std::dec, std::hex, std::oct). Honours showbase, showpos,
  /// uppercase, width and fill. Costs and waits like to_string().
  friend GBI_API std::ostream& operator<<(std::ostream& out, const gpu_bigint& a);
  /// Skips white space and reads a sign and digits in the stream's base. In hexadecimal, a prefix 0x or 0X
  /// may precede the digits. A stream without a base takes it from the prefix (0x or 0X: 16, 0: 8, none: 10).
  /// Sets failbit and leaves the number unchanged if there are no digits, or more of them than limit_input()
  /// allows. Costs as much as the constructor from text.
  friend GBI_API std::istream& operator>>(std::istream& in, gpu_bigint& a);

 private:
  friend struct detail::access;

  /// The value itself stores up to this many limbs.
  static constexpr std::size_t inline_limbs = 5;
  /// Marks a number whose limbs are not in host words owned by the value.
  static constexpr std::int64_t on_device = std::numeric_limits<std::int64_t>::min();
  static constexpr auto most_inline = static_cast<std::int64_t>(inline_limbs);

  union limbs_or_block {
    std::uint64_t here[inline_limbs];
    detail::word_block* block;
  };

  /// From words, the highest of which may be zeros.
  gpu_bigint(detail::context_core& place, const std::uint64_t* limbs, std::size_t size, bool negative);
  gpu_bigint(detail::context_core& place, bool negative, detail::uint128 magnitude);
  /// Takes over a block of more than inline_limbs limbs, the highest of which is not 0.
  gpu_bigint(detail::context_core& place, detail::word_block* owned, std::size_t size, bool negative) noexcept
      : core_(&place),
        size_(negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size)),
        words_{.block = owned} {}
  /// Takes over a reference to a number.
  static gpu_bigint of(const detail::number* owned) noexcept;

  /// The number behind the value; null for a default-constructed zero. A value in host words makes one and
  /// keeps it. The number lives until the value changes.
  const detail::number* number() const;
  /// The limbs if they are in host words. Does not wait.
  detail::short_view short_words() const noexcept {
    if (size_ == on_device) return long_words();
    const bool negative = size_ < 0;
    const auto size = static_cast<std::size_t>(negative ? -size_ : size_);
    return {size <= inline_limbs ? words_.here : words_.block->limbs(), size, negative};
  }
  /// The limbs in host words. Waits for a number on the device if it is expected to be short.
  detail::short_view short_words_or_wait() const {
    return size_ != on_device ? short_words() : waited_words();
  }

  static detail::context_core& current_core();
  detail::short_view long_words() const noexcept;
  detail::short_view waited_words() const;
  bool is_inline() const noexcept { return size_ >= -most_inline && size_ <= most_inline; }
  /// Limb count of a number in host words.
  std::size_t word_count() const noexcept { return static_cast<std::size_t>(size_ < 0 ? -size_ : size_); }
  /// Whether both numbers are stored inside their values and live in the same context.
  bool are_inline(const gpu_bigint& b) const noexcept {
    return is_inline() && b.is_inline() && core_ == b.core_ && core_ != nullptr;
  }
  /// Completes a number stored inside its value: `size` limbs, the highest of which may be zeros.
  void set_inline(detail::context_core* place, std::size_t size, bool negative) noexcept {
    while (size > 0 && words_.here[size - 1] == 0) --size;
    core_ = place;
    size_ = negative ? -static_cast<std::int64_t>(size) : static_cast<std::int64_t>(size);
  }
  /// A value made by a function in the place to which the caller's caller returns it. Compilers do this for
  /// the only local variable that a function returns. A copy would wait for the limbs just stored.
  template <class Make>
  static gpu_bigint made_in_place(const Make& make) {
    gpu_bigint result;
    make(result);
    return result;
  }
  /// Whether both numbers and their sum or difference are stored inside their values.
  bool has_inline_sum(const gpu_bigint& b, bool subtract) const noexcept;
  /// Makes this the sum or difference of such numbers, one of which may be this one.
  void set_sum_inline(const gpu_bigint& a, const gpu_bigint& b, bool subtract) noexcept;
  /// Whether the limbs are a block that no other value shares, and whose context keeps one limb more in host
  /// words.
  bool may_grow_in_place() const noexcept;
  /// Gives up the copy for kernels, which has the old value.
  void forget_copy() noexcept;
  bool has_block() const noexcept {
    return size_ > most_inline || (size_ < -most_inline && size_ != on_device);
  }
  detail::word_block* block() const noexcept { return words_.block; }
  void take(gpu_bigint& other) noexcept {
    core_ = other.core_;
    number_.store(other.number_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    size_ = other.size_;
    // Limb by limb: one wide load would wait for the limbs of a new value, which were stored one by one.
    for (std::size_t i = 0; i < inline_limbs; ++i)
      words_.here[i] = static_cast<const volatile limbs_or_block&>(other.words_).here[i];
    other.core_ = nullptr;
    other.number_.store(nullptr, std::memory_order_relaxed);
    other.size_ = 0;
  }
  void release() noexcept {
    if (has_block()) block()->release();
    if (const detail::number* const shared = number_.load(std::memory_order_relaxed)) detail::release(shared);
  }
  static gpu_bigint from_floating(long double value);
  template <class T>
  static constexpr bool has_sign = T(-1) < T(0);
  template <class T>
  static constexpr int bits_of = std::same_as<T, bool> ? 1 : static_cast<int>(8 * sizeof(T));
  template <class T>
  static constexpr bool negative(T value) {
    if constexpr (has_sign<T>)
      return value < 0;
    else
      return false;
  }
  template <class T>
  static constexpr detail::uint128 magnitude(T value) {
    const detail::uint128 bits = static_cast<detail::uint128>(value);
    return negative(value) ? -bits : bits;
  }

  /// A bit count, clamped to std::int64_t: no number has more bits than that.
  template <class T>
  static constexpr std::int64_t shift_count(T bits) {
    constexpr auto most = static_cast<detail::uint128>(std::numeric_limits<std::int64_t>::max());
    const auto count = static_cast<std::int64_t>(magnitude(bits) > most ? most : magnitude(bits));
    return negative(bits) ? -count : count;
  }

  /// Sums and differences that change the value in place if that needs no other memory.
  gpu_bigint& add(const gpu_bigint& b, bool subtract);
  gpu_bigint& add_word(bool negative, detail::uint128 magnitude);
  /// Makes this a + b, where b is a word with this sign, a is not 0, stored inside its value, and has room
  /// for a carry. It may be this one.
  void set_word_sum(const gpu_bigint& a, bool negative, std::uint64_t b) noexcept;
  bool has_room_for_carry() const noexcept;
  gpu_bigint from_word(bool negative, detail::uint128 magnitude) const;
  gpu_bigint plus_word(bool negative, detail::uint128 magnitude) const;
  gpu_bigint times_word(bool negative, detail::uint128 magnitude) const;
  gpu_bigint divided_by_word(bool negative, detail::uint128 magnitude) const;
  gpu_bigint modulo_word(bool negative, detail::uint128 magnitude) const;
  gpu_bigint plus(const gpu_bigint& b, bool subtract) const;
  gpu_bigint times(const gpu_bigint& b) const;
  gpu_bigint divided_by(const gpu_bigint& b) const;
  gpu_bigint modulo(const gpu_bigint& b) const;
  gpu_bigint shifted_left(std::int64_t bits) const;
  gpu_bigint shifted_right(std::int64_t bits) const;
  gpu_bigint& shift_left(std::int64_t bits);
  gpu_bigint& shift_right(std::int64_t bits);
  /// Whether the shifted number is stored inside its value. A negative one may have to be rounded, so it is
  /// not shifted to the right there.
  bool has_inline_shift_left(std::int64_t bits) const noexcept;
  bool has_inline_shift_right(std::int64_t bits) const noexcept;
  /// Makes this such a number; a may be this one.
  void set_shifted_left(const gpu_bigint& a, std::int64_t bits) noexcept;
  void set_shifted_right(const gpu_bigint& a, std::int64_t bits) noexcept;
  int compare(const gpu_bigint& b) const;
  int compare_word(bool negative, detail::uint128 magnitude) const;
  std::partial_ordering compare_floating(long double value) const;
  /// Conversion to two's complement in the lowest `bits` bits of a built-in integer.
  bool fits_word(int bits, bool with_sign) const;
  detail::uint128 to_word(int bits, bool with_sign) const;

  detail::context_core* core_ = nullptr;  ///< null: a zero that fits any context
  /// A number on the device, or a copy of the host words for kernels, which any thread may make.
  mutable std::atomic<const detail::number*> number_ = nullptr;
  std::int64_t size_ = 0;  ///< limbs in host words, negated for a negative number; or `on_device`
  limbs_or_block words_{};
};

/// |a|. O(1) in host words or if a is known to be positive, else O(n). Does not wait.
[[nodiscard]] GBI_API gpu_bigint abs(const gpu_bigint& a);

/// The result of frexp: fraction 2^exponent.
struct scaled_double {
  double fraction;        ///< 0.5 <= |fraction| < 1, or 0
  std::int64_t exponent;  ///< of 2; 0 for zero
};
/// f and e with a = f 2^e and 0.5 <= |f| < 1. f is rounded like the conversion to double. Both are 0 for
/// zero. O(n). Waits.
[[nodiscard]] GBI_API scaled_double frexp(const gpu_bigint& a);

/// A hash of the magnitude and the sign. It is the same in every context. O(n). Waits.
[[nodiscard]] GBI_API std::size_t hash_value(const gpu_bigint& a);

}  // namespace gbi

/// \cond specializations
/// The hash of unordered containers, hash_value().
template <>
struct std::hash<gbi::gpu_bigint> {
  /// A hash of the value. O(n). Waits.
  std::size_t operator()(const gbi::gpu_bigint& a) const { return gbi::hash_value(a); }
};

/// Describes an unbounded integer: every constant that would state a largest size or length is 0.
template <>
class std::numeric_limits<gbi::gpu_bigint> {
 public:
  static constexpr bool is_specialized = true;
  static constexpr bool is_signed = true;
  static constexpr bool is_integer = true;
  static constexpr bool is_exact = true;
  static constexpr bool is_bounded = false;
  static constexpr bool is_modulo = false;
  static constexpr bool is_iec559 = false;
  static constexpr bool has_infinity = false;
  static constexpr bool has_quiet_NaN = false;
  static constexpr bool has_signaling_NaN = false;
  static constexpr std::float_denorm_style has_denorm = std::denorm_absent;
  static constexpr bool has_denorm_loss = false;
  static constexpr std::float_round_style round_style = std::round_toward_zero;
  static constexpr bool traps = false;
  static constexpr bool tinyness_before = false;
  static constexpr int radix = 2;
  static constexpr int digits = 0;
  static constexpr int digits10 = 0;
  static constexpr int max_digits10 = 0;
  static constexpr int min_exponent = 0;
  static constexpr int min_exponent10 = 0;
  static constexpr int max_exponent = 0;
  static constexpr int max_exponent10 = 0;
  static gbi::gpu_bigint min() { return {}; }
  static gbi::gpu_bigint max() { return {}; }
  static gbi::gpu_bigint lowest() { return {}; }
  static gbi::gpu_bigint epsilon() { return {}; }
  static gbi::gpu_bigint round_error() { return {}; }
  static gbi::gpu_bigint infinity() { return {}; }
  static gbi::gpu_bigint quiet_NaN() { return {}; }
  static gbi::gpu_bigint signaling_NaN() { return {}; }
  static gbi::gpu_bigint denorm_min() { return {}; }
};
/// \endcond
