/// \file
/// Integers too long for the memory of one GPU: their limbs are spread over the ranks of a group.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"

namespace gbi {

class distributed_bigint;

namespace distribute {
class value;
struct access;
}  // namespace distribute

/// A built-in integer of at most 64 bits.
template <class T>
concept builtin_word = builtin_integer<T> && sizeof(T) <= sizeof(std::uint64_t);

/// A signed integer in slabs: each rank of a device_group holds consecutive limbs, the lowest rank the lowest
/// limbs. Copies share the limbs, which are immutable. Every operation makes a new number. Results have the
/// same bits whatever the number of ranks.
///
/// Every function is collective unless documented otherwise: all processes of the group call the same
/// functions with the same arguments in the same order, from one thread at a time. Operations are queued on
/// all ranks and return at once. In a group of several processes, the hosts first agree that every rank has
/// enough memory. If one process throws, all of them throw, and the operands are unchanged. Functions that
/// return host values (sign, comparison, text, limbs) wait.
///
/// Sums, shifts, and products and quotients by words are never checked, whatever the verification. Products,
/// quotients and roots that ranks share are always checked. Others are checked as the verification of the
/// rank that computes them says.
///
/// Operands must belong to one group. A default-constructed zero fits any group; a moved-from number is such
/// a zero.
///
/// Exceptions: operands of different groups throw std::invalid_argument. Anything that does not fit in the
/// memory of a rank throws out_of_memory. Any function may throw device_error, also for a number computed
/// from one that is known to be wrong (error.hpp).
///
/// \code{.cpp}
/// const gbi::device_group ranks = gbi::device_group::host(4);
/// const gbi::distributed_bigint n = gbi::distributed_bigint(ranks, "1") << 100000, m = n - 1;
/// std::cout << m.bit_length() << ' ' << m % 1000003 << ' ' << (m >> 99990).gather() << '\n';
/// \endcode
class GBI_API distributed_bigint {
 public:
  /// \name Construction
  /// \{

  /// Zero, which fits any group. Not collective. O(1).
  distributed_bigint() noexcept = default;
  /// A copy that shares the limbs. Not collective. O(1).
  distributed_bigint(const distributed_bigint&) noexcept = default;
  /// Takes the value and leaves zero. Not collective. O(1).
  distributed_bigint(distributed_bigint&& other) noexcept
      : value_(std::move(other.value_)), negated_(std::exchange(other.negated_, false)) {}
  /// Shares the limbs. Not collective. O(1).
  distributed_bigint& operator=(const distributed_bigint&) noexcept = default;
  /// Takes the value and leaves zero. Not collective. O(1).
  distributed_bigint& operator=(distributed_bigint&& other) noexcept {
    value_ = std::exchange(other.value_, nullptr);
    negated_ = std::exchange(other.negated_, false);
    return *this;
  }
  /// Gives up the limbs. Not collective. Does not wait.
  ~distributed_bigint() = default;

  /// Distributes a number, which every process passes; each rank takes its own slab. O(n). Waits if the
  /// number is not in the context of a rank, or if there are several processes.
  distributed_bigint(const device_group& on, const gpu_bigint& whole);
  /// Parses text as gpu_bigint does. Every process passes the same text. Of a long text each rank parses a
  /// part, and shared products join them: O(M(n) log n / ranks) for n digits, O(n / ranks) for bases that are
  /// powers of two. The first rank parses a short one. Waits.
  /// \throws std::invalid_argument like the constructor of gpu_bigint
  distributed_bigint(const device_group& on, std::string_view text, int base = 0);
  /// A number from little-endian 64-bit limbs of its magnitude, which every process passes. Leading zeros are
  /// allowed. O(n).
  [[nodiscard]] static distributed_bigint from_limbs(const device_group& on,
                                                     std::span<const std::uint64_t> magnitude,
                                                     bool negative = false);

  /// \}
  /// \name Values on the host
  /// \{

  /// -1, 0 or 1. O(n / ranks) the first time, then O(1). Waits.
  [[nodiscard]] int sign() const;
  /// Bits of the magnitude, 0 for zero. O(n / ranks) the first time, then O(1). Waits. The slabs of a result
  /// are sized for the longest result that its operands allow. If a difference cancels many bits, this call
  /// makes later results computed from it shorter.
  [[nodiscard]] std::size_t bit_length() const;
  /// An upper bound on bit_length(). Each sum may add 1 to it. Not collective. O(1). Does not wait.
  [[nodiscard]] std::size_t bit_bound() const noexcept;
  /// Whether the number is not 0. Costs and waits like sign().
  explicit operator bool() const { return sign() != 0; }

  /// The whole number in the current context of each process, which must have room for it. O(n). Waits unless
  /// there is only one process and its current context is that of the group's first rank.
  [[nodiscard]] gpu_bigint gather() const;
  /// The whole number in the context of one rank. Processes without that rank get zero. O(n). Does not wait.
  /// \param rank from 0 to size() - 1 of the group
  /// \throws std::invalid_argument for any other rank
  [[nodiscard]] gpu_bigint gather(int rank) const;
  /// The digits in a base from 2 to 62, as from gpu_bigint::to_string(). Each process gathers the number
  /// first, so it must fit on one rank. write_text() (distributed_text.hpp) writes longer numbers. Waits.
  /// \throws std::invalid_argument for another base
  [[nodiscard]] std::string to_string(int base = 10) const;

  /// \}
  /// \name Slabs
  /// \{

  /// The group of the number. A default-constructed zero has none. Not collective. O(1).
  /// \throws std::logic_error for a default-constructed zero
  [[nodiscard]] const device_group& group() const;
  /// Which limbs of the magnitude a rank holds: none for ranks above the highest limb. The highest limbs of
  /// the number may be zeros. Not collective. O(1).
  /// \param rank from 0 to size() - 1 of the group
  /// \throws std::invalid_argument for any other rank
  [[nodiscard]] part slab(int rank) const;
  /// The limbs that slab() describes, for a rank of this process. Not collective. Waits.
  /// \throws std::invalid_argument for another rank
  [[nodiscard]] std::vector<std::uint64_t> slab_limbs(int rank) const;
  /// The hexadecimal digits of slab() for a rank of this process: 16 for each limb, leading zeros included.
  /// The texts of all ranks, joined from the highest rank to the lowest, are the digits of the magnitude. Not
  /// collective. O(n / ranks). Waits.
  /// \throws std::invalid_argument for another rank
  [[nodiscard]] std::string slab_hex(int rank) const;

  /// \}
  /// \name Arithmetic
  /// Costs are per rank, for n limbs in total. Slabs move between ranks only if lengths differ.
  /// \{

  /// The number itself. Not collective. O(1).
  [[nodiscard]] distributed_bigint operator+() const { return *this; }
  /// The number with the other sign. Not collective. O(1).
  [[nodiscard]] distributed_bigint operator-() const noexcept {
    return {value_, value_ != nullptr && !negated_};
  }
  /// a + b. O(n / ranks): one pass over memory, and another to compare operands of different signs. One
  /// exchange of 64 bytes per rank carries across slabs. Does not wait.
  [[nodiscard]] friend distributed_bigint operator+(const distributed_bigint& a,
                                                    const distributed_bigint& b) {
    return a.plus(b, false);
  }
  /// a - b. Costs as much as a sum. Does not wait.
  [[nodiscard]] friend distributed_bigint operator-(const distributed_bigint& a,
                                                    const distributed_bigint& b) {
    return a.plus(b, true);
  }
  /// a b. 2, 4, 8 or 16 ranks share a long product, whichever number is fastest (docs/scale.md): O(n log n /
  /// ranks). A shared product is checked modulo a prime whatever the verification, and computed again if it
  /// is wrong. It waits. The first rank computes any other product: it gathers both operands and sends back
  /// the slabs of the product. Such a product does not wait in a group of one process.
  /// \throws out_of_memory if a rank has no room for its share, or the first rank has no room for the product
  /// \throws device_error if a shared product is wrong three times
  [[nodiscard]] friend distributed_bigint operator*(const distributed_bigint& a,
                                                    const distributed_bigint& b) {
    return a.times(b);
  }
  /// a + b with a built-in integer. \throws std::invalid_argument if a has no group
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator+(const distributed_bigint& a, T b) {
    return a.plus_word(is_negative(b), magnitude(b));
  }
  /// a + b with a built-in integer. \throws std::invalid_argument if b has no group
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator+(T a, const distributed_bigint& b) {
    return b + a;
  }
  /// a - b with a built-in integer. \throws std::invalid_argument if a has no group
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator-(const distributed_bigint& a, T b) {
    return a.plus_word(!is_negative(b), magnitude(b));
  }
  /// a - b with a built-in integer. \throws std::invalid_argument if b has no group
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator-(T a, const distributed_bigint& b) {
    return -b + a;
  }
  /// a b with a built-in integer. O(n / ranks). Does not wait.
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator*(const distributed_bigint& a, T b) {
    return a.times_word(is_negative(b), magnitude(b));
  }
  /// a b with a built-in integer. O(n / ranks). Does not wait.
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator*(T a, const distributed_bigint& b) {
    return b * a;
  }
  /// a 2^bits. O(n / ranks); n limbs move once. Does not wait.
  /// \throws std::invalid_argument if bits is negative
  [[nodiscard]] friend distributed_bigint operator<<(const distributed_bigint& a, std::int64_t bits) {
    return a.shifted(bits, true);
  }
  /// floor(a / 2^bits), rounded towards minus infinity. O(n / ranks); the remaining limbs move once. Does not
  /// wait.
  /// \throws std::invalid_argument if bits is negative
  [[nodiscard]] friend distributed_bigint operator>>(const distributed_bigint& a, std::int64_t bits) {
    return a.shifted(bits, false);
  }
  /// The quotient, rounded towards zero. Costs and waits like div_rem (distributed_division.hpp).
  /// \throws std::domain_error if b is zero
  [[nodiscard]] friend distributed_bigint operator/(const distributed_bigint& a,
                                                    const distributed_bigint& b) {
    return a.divided_by(b);
  }
  /// The remainder, which has the sign of a. Costs and waits like div_rem (distributed_division.hpp).
  /// \throws std::domain_error if b is zero
  [[nodiscard]] friend distributed_bigint operator%(const distributed_bigint& a,
                                                    const distributed_bigint& b) {
    return a.modulo(b);
  }
  /// a / b with a built-in integer, rounded towards zero. O(n / ranks). Waits.
  /// \throws std::domain_error if b is zero
  template <builtin_word T>
  [[nodiscard]] friend distributed_bigint operator/(const distributed_bigint& a, T b) {
    return a.divided_by_word(is_negative(b), magnitude(b));
  }
  /// The remainder of a division by a word. It has the sign of a, as for gpu_bigint. O(n / ranks). Waits. The
  /// result is in the current context.
  /// \throws std::domain_error if b is zero
  template <builtin_word T>
  [[nodiscard]] friend gpu_bigint operator%(const distributed_bigint& a, T b) {
    return a.remainder(magnitude(b));
  }

  /// Assigns *this + b.
  distributed_bigint& operator+=(const distributed_bigint& b) { return *this = *this + b; }
  /// Assigns *this - b.
  distributed_bigint& operator-=(const distributed_bigint& b) { return *this = *this - b; }
  /// Assigns *this * b.
  distributed_bigint& operator*=(const distributed_bigint& b) { return *this = *this * b; }
  /// Assigns *this / b.
  distributed_bigint& operator/=(const distributed_bigint& b) { return *this = *this / b; }
  /// Assigns *this % b.
  distributed_bigint& operator%=(const distributed_bigint& b) { return *this = *this % b; }
  /// Assigns *this << bits.
  distributed_bigint& operator<<=(std::int64_t bits) { return *this = *this << bits; }
  /// Assigns *this >> bits.
  distributed_bigint& operator>>=(std::int64_t bits) { return *this = *this >> bits; }

  /// \}
  /// \name Comparison
  /// O(n / ranks). Waits.
  /// \{

  /// Whether a = b.
  [[nodiscard]] friend bool operator==(const distributed_bigint& a, const distributed_bigint& b) {
    return a.compare(b) == 0;
  }
  /// The order of a and b.
  [[nodiscard]] friend std::strong_ordering operator<=>(const distributed_bigint& a,
                                                        const distributed_bigint& b) {
    return a.compare(b) <=> 0;
  }
  /// \}

  /// Gathers the number and writes it as a gpu_bigint.
  friend GBI_API std::ostream& operator<<(std::ostream& out, const distributed_bigint& a);

 private:
  friend struct distribute::access;

  distributed_bigint(std::shared_ptr<const distribute::value> made, bool negated) noexcept
      : value_(std::move(made)), negated_(negated) {}

  template <builtin_word T>
  static constexpr bool is_negative(T value) noexcept {
    if constexpr (T(-1) < T(0))
      return value < 0;
    else
      return false;
  }
  template <builtin_word T>
  static constexpr std::uint64_t magnitude(T value) noexcept {
    const auto bits = static_cast<std::uint64_t>(value);
    return is_negative(value) ? 0 - bits : bits;
  }

  distributed_bigint plus(const distributed_bigint& b, bool subtract) const;
  distributed_bigint plus_word(bool negative, std::uint64_t word) const;
  distributed_bigint times(const distributed_bigint& b) const;
  distributed_bigint times_word(bool negative, std::uint64_t word) const;
  distributed_bigint divided_by(const distributed_bigint& b) const;
  distributed_bigint divided_by_word(bool negative, std::uint64_t word) const;
  distributed_bigint modulo(const distributed_bigint& b) const;
  distributed_bigint shifted(std::int64_t bits, bool left) const;
  gpu_bigint remainder(std::uint64_t word) const;
  int compare(const distributed_bigint& b) const;

  std::shared_ptr<const distribute::value> value_;  ///< null: a zero that fits any group
  bool negated_ = false;                            ///< the number has the other sign
};

/// base^exponent; 0^0 is 1. One square of each length, which ranks share if it is long, and for each bit of
/// the exponent that is set a product with the base, which takes O(n / ranks) if the base fits a word. Waits.
/// \throws std::invalid_argument for the exponent 0 if the base has no group
/// \throws out_of_memory
[[nodiscard]] GBI_API distributed_bigint pow(const distributed_bigint& base, std::uint64_t exponent);

/// A random number from 0 to 2^bits - 1, generated in slabs. It equals source.bits(bits). All processes pass
/// a source in the same state. Collective. O(n / ranks). Does not wait.
/// \throws out_of_memory
[[nodiscard]] GBI_API distributed_bigint random_bits(const device_group& on, std::size_t bits,
                                                     random_engine& source);

}  // namespace gbi
