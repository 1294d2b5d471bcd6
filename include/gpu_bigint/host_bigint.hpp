/// \file
/// Integers too long for the memory of a GPU: their limbs are in pinned host memory.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "gpu_bigint/error.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace host_memory {
class magnitude;
}  // namespace host_memory

/// A signed integer in pinned host memory, which its context's device reads and writes over the link. So one
/// GPU computes with numbers as long as the host's memory allows. Copies share the limbs, which are
/// immutable. Every operation makes a new number.
///
/// Every operation with such numbers waits until its result is complete: the host then knows sign and length,
/// and reads the limbs without a copy. Sums, shifts and comparisons take the time in which their operands
/// cross the link. Products are computed on the device, in pieces if operands and product do not fit there.
/// docs/numbers.md lists what works. For anything else, gather() the number.
///
/// Operands must live in the same context. Zero fits any context. Everything is checked as the verification
/// of the context says (docs/correctness.md), with verification::all whole products, too.
///
/// The memory is the process's: `context_options::memory_limit` does not bound it on a GPU, and
/// GPU_BIGINT_HOST_MEMORY does. Pinning memory takes longer than a copy, so a context keeps released blocks
/// until trim().
///
/// Exceptions: operands in different contexts throw std::invalid_argument. Without memory for the result, on
/// the host or for the smallest pieces on the device, operations throw out_of_memory. Any function may throw
/// device_error. The operands are unchanged in any case.
///
/// \code{.cpp}
/// const gbi::host_bigint a{gbi::gpu_bigint(1) << 1000}, b = (a << 2000) - a;
/// std::cout << (b * b >> 5000).bit_length() << '\n';
/// \endcode
class GBI_API host_bigint {
 public:
  /// \name Construction and values
  /// \{

  /// Zero, which fits any context. O(1).
  host_bigint() noexcept = default;
  /// A copy that shares the limbs. O(1).
  host_bigint(const host_bigint&) noexcept = default;
  /// Takes the value and leaves zero. O(1).
  host_bigint(host_bigint&& other) noexcept
      : magnitude_(std::move(other.magnitude_)), negative_(std::exchange(other.negative_, false)) {}
  /// Shares the limbs. O(1).
  host_bigint& operator=(const host_bigint&) noexcept = default;
  /// Takes the value and leaves zero. O(1).
  host_bigint& operator=(host_bigint&& other) noexcept {
    magnitude_ = std::exchange(other.magnitude_, nullptr);
    negative_ = std::exchange(other.negative_, false);
    return *this;
  }
  /// Gives up the limbs. O(1).
  ~host_bigint() = default;

  /// Copies a number to the host. O(n). Waits.
  explicit host_bigint(const gpu_bigint& number);
  /// A number from little-endian 64-bit limbs of its magnitude, in the current context. Leading zeros are
  /// allowed. O(n).
  [[nodiscard]] static host_bigint from_limbs(std::span<const std::uint64_t> magnitude,
                                              bool negative = false);

  /// The number on the device. O(n). Waits.
  /// \throws out_of_memory if it does not fit
  [[nodiscard]] gpu_bigint gather() const;
  /// The limbs of the magnitude, least significant first, without leading zeros. They live as long as a copy
  /// of the number. O(1).
  [[nodiscard]] std::span<const std::uint64_t> limbs() const noexcept;
  /// -1, 0 or 1. O(1).
  [[nodiscard]] int sign() const noexcept { return magnitude_ == nullptr ? 0 : negative_ ? -1 : 1; }
  /// Bits of the magnitude, 0 for zero. O(1).
  [[nodiscard]] std::size_t bit_length() const noexcept;
  /// Whether the number is not 0. O(1).
  explicit operator bool() const noexcept { return magnitude_ != nullptr; }
  /// The context of the number; the current one for zero. O(1).
  [[nodiscard]] gbi::context context() const;

  /// \}
  /// \name Arithmetic
  /// Costs are bytes that cross the link, for n limbs of 8 bytes. Reads and writes overlap.
  /// \{

  /// The number itself. O(1).
  [[nodiscard]] host_bigint operator+() const { return *this; }
  /// The number with the other sign. O(1).
  [[nodiscard]] host_bigint operator-() const { return {magnitude_, magnitude_ != nullptr && !negative_}; }
  /// a + b. Reads both operands and writes the result.
  [[nodiscard]] friend host_bigint operator+(const host_bigint& a, const host_bigint& b) {
    return a.plus(b, false);
  }
  /// a - b. Costs as much as a sum. Operands of the same length are first compared.
  [[nodiscard]] friend host_bigint operator-(const host_bigint& a, const host_bigint& b) {
    return a.plus(b, true);
  }
  /// a b. Reads the operands once and writes the product once if the device has memory for all of it. Else
  /// both are cut into pieces, and each piece of one operand is read once for each piece of the other.
  [[nodiscard]] friend host_bigint operator*(const host_bigint& a, const host_bigint& b) {
    return a.times(b);
  }
  /// a 2^bits. Reads the operand and writes the result.
  /// \throws std::invalid_argument if bits is negative
  [[nodiscard]] friend host_bigint operator<<(const host_bigint& a, std::int64_t bits) {
    return a.shifted(bits, true);
  }
  /// floor(a / 2^bits), rounded towards minus infinity. Costs as much as the other shift.
  /// \throws std::invalid_argument if bits is negative
  [[nodiscard]] friend host_bigint operator>>(const host_bigint& a, std::int64_t bits) {
    return a.shifted(bits, false);
  }

  /// Assigns *this + b.
  host_bigint& operator+=(const host_bigint& b) { return *this = *this + b; }
  /// Assigns *this - b.
  host_bigint& operator-=(const host_bigint& b) { return *this = *this - b; }
  /// Assigns *this * b.
  host_bigint& operator*=(const host_bigint& b) { return *this = *this * b; }
  /// Assigns *this << bits.
  host_bigint& operator<<=(std::int64_t bits) { return *this = *this << bits; }
  /// Assigns *this >> bits.
  host_bigint& operator>>=(std::int64_t bits) { return *this = *this >> bits; }

  /// The order. Reads both operands if signs, lengths and highest limbs are equal.
  [[nodiscard]] friend std::strong_ordering operator<=>(const host_bigint& a, const host_bigint& b) {
    return a.compare(b) <=> 0;
  }
  /// Costs as much as the order.
  [[nodiscard]] friend bool operator==(const host_bigint& a, const host_bigint& b) {
    return a.compare(b) == 0;
  }

  /// \}

  /// \cond mistakes
  // Comments stay on the lines of their declarations.
  // clang-format off
  friend host_bigint operator/(const host_bigint&, const host_bigint&) = delete;  // not in host memory: gather() first
  friend host_bigint operator%(const host_bigint&, const host_bigint&) = delete;  // not in host memory: gather() first
  std::string to_string(int = 10) const = delete;  // not in host memory: gather() first
  // clang-format on
  /// \endcond

 private:
  host_bigint(std::shared_ptr<const host_memory::magnitude> magnitude, bool negative) noexcept
      : magnitude_(std::move(magnitude)), negative_(negative && magnitude_ != nullptr) {}

  host_bigint plus(const host_bigint& b, bool subtract) const;
  host_bigint times(const host_bigint& b) const;
  host_bigint shifted(std::int64_t bits, bool left) const;
  int compare(const host_bigint& b) const;

  std::shared_ptr<const host_memory::magnitude> magnitude_;  ///< null: zero
  bool negative_ = false;
};

}  // namespace gbi
