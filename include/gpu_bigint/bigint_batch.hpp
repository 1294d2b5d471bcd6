/// \file
/// Many integers of one width at once: every operation works on all elements of its operands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class batch;
class moduli;
}  // namespace detail

/// `size` unsigned integers of `bits` bits, 64 to 65536, in the memory of a context, where limb j of all
/// elements lies together. Copies share the (immutable) limbs; an operation makes a new batch and is queued
/// on the context's stream. Nothing that happens to an element depends on the others.
///
/// Operands must have as many elements as each other and live in the same context; a width may differ.
/// Sums, differences, products by operators and shifts have the width of the left operand and wrap around.
/// All may throw std::invalid_argument (sizes or contexts that do not match), out_of_memory and device_error.
///
/// Not for secrets that others may time: the time of an operation, and which memory it touches, depend on
/// the numbers.
class bigint_batch {
 public:
  /// Zeros, in the current context.
  /// \throws std::invalid_argument for a width that is not 64 to 65536 bits, or 2^31 elements and more.
  bigint_batch(std::size_t size, std::size_t bits);

  /// From host memory, element by element, each (bits + 63) / 64 limbs, least significant first.
  /// \throws std::invalid_argument also if there are more or fewer limbs.
  /// \throws std::length_error if an element is longer than `bits`.
  static bigint_batch from_limbs(std::span<const std::uint64_t> limbs, std::size_t size, std::size_t bits);
  /// From numbers of any size, through the host.
  /// \throws std::domain_error for negative ones.
  /// \throws std::length_error for those longer than `bits`.
  static bigint_batch from_numbers(std::span<const gpu_bigint> values, std::size_t bits);
  /// One number for all elements. Waits for its sign and length unless they are known.
  /// \throws std::domain_error if it is negative.
  /// \throws std::length_error if it is longer than `bits`.
  /// \throws std::invalid_argument also for a number of another context than the current one.
  static bigint_batch filled(std::size_t size, const gpu_bigint& value, std::size_t bits);
  /// The layout of from_limbs. Waits.
  std::vector<std::uint64_t> to_limbs() const;

  std::size_t size() const noexcept;
  std::size_t bits() const noexcept;
  gbi::context context() const;
  /// A copy of an element, without waiting.
  /// \throws std::out_of_range
  gpu_bigint operator[](std::size_t index) const;
  /// The elements for which the operation that made this batch has no value, in ascending order; they are 0.
  /// Waits unless there can be none.
  std::vector<std::size_t> undefined() const;
  /// The same values with another width; what is beyond it is cut off.
  bigint_batch resized(std::size_t bits) const;

  friend bigint_batch operator+(const bigint_batch& a, const bigint_batch& b) { return a.plus(b, false); }
  friend bigint_batch operator-(const bigint_batch& a, const bigint_batch& b) { return a.plus(b, true); }
  friend bigint_batch operator*(const bigint_batch& a, const bigint_batch& b) {
    return a.times(b, 0, a.bits(), algorithm::automatic);
  }
  friend bigint_batch operator<<(const bigint_batch& a, std::int64_t bits) { return a.shifted(bits, true); }
  friend bigint_batch operator>>(const bigint_batch& a, std::int64_t bits) { return a.shifted(bits, false); }

  /// For the library itself.
  const std::shared_ptr<const detail::batch>& storage() const noexcept { return storage_; }
  explicit bigint_batch(std::shared_ptr<const detail::batch> storage) noexcept
      : storage_(std::move(storage)) {}

 private:
  friend bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b, algorithm how);
  friend bigint_batch mul_low(const bigint_batch& a, const bigint_batch& b, algorithm how);
  friend bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b, algorithm how);

  bigint_batch plus(const bigint_batch& b, bool subtract) const;
  /// Limbs of the product from `first_limb` on.
  bigint_batch times(const bigint_batch& b, std::size_t first_limb, std::size_t bits, algorithm how) const;
  bigint_batch shifted(std::int64_t bits, bool left) const;

  std::shared_ptr<const detail::batch> storage_;
};

/// a b, as wide as both together. O(n m) by algorithm::schoolbook, a team of threads for each element; by
/// algorithm::fft O((n + m) log(n + m)), every product a transform inside one block. The planner takes that
/// for wide elements, if there are many. \throws std::length_error if that is more than 65536 bits. \throws
/// std::invalid_argument for the other algorithms, which batches do not have.
bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b, algorithm how = algorithm::automatic);
/// a b modulo 2^w for the width w of a: a * b.
/// \throws std::invalid_argument as mul_full.
bigint_batch mul_low(const bigint_batch& a, const bigint_batch& b, algorithm how = algorithm::automatic);
/// floor(a b / 2^w) for the width w of a, a multiple of 64, as wide as b.
/// \throws std::invalid_argument for another width, and as mul_full.
bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b, algorithm how = algorithm::automatic);
/// a^2, twice as wide.
/// \throws std::length_error if that is more than 65536 bits.
/// \throws std::invalid_argument as mul_full.
bigint_batch square(const bigint_batch& a, algorithm how = algorithm::automatic);

struct batch_quotient {
  bigint_batch quotient;   ///< as wide as the dividend
  bigint_batch remainder;  ///< as wide as the divisor
};

/// Quotients and remainders; elements of b that are 0 leave theirs undefined. O(n m), one thread for each
/// element. With mul_full this is also how to multiply modulo even numbers.
batch_quotient div_rem(const bigint_batch& a, const bigint_batch& b);

/// Greatest common divisors, as wide as the wider operand; gcd(0, 0) = 0. O(n m), one thread for each
/// element, by Lehmer's steps.
/// Source: D. H. Lehmer, Amer. Math. Monthly 45 (1938).
bigint_batch gcd(const bigint_batch& a, const bigint_batch& b);

/// x with a x = 1 modulo n and 0 <= x < n, as wide as n; n need not be odd. Elements that have none (a common
/// divisor with the modulus, the modulus 0) are undefined. The cost is twice that of the gcd.
bigint_batch invert(const bigint_batch& a, const bigint_batch& n);

/// -1, 0 or 1 for each element: a less than, equal to or greater than b. Waits, where the masks of
/// <gpu_bigint/batch_mask.hpp> do not.
std::vector<signed char> compare(const bigint_batch& a, const bigint_batch& b);

/// What products modulo odd numbers are made of. Results are the same.
enum class modular_arithmetic {
  automatic,  ///< what suits the device, or what the environment variable GPU_BIGINT_MODULAR_ARITHMETIC
              ///< (doubles or words) said when the context was made
  doubles,    ///< digits of 52 bits, by fused multiply-adds of doubles: for GPUs that have many of those
  words       ///< words of 32 bits, on the host 64, by wide multiply-adds of integers
};

/// Odd moduli, one for each element or one for all, with what Montgomery's products need to know of them:
/// worth keeping when they are used again. Their first product and their first power cost about 20 products
/// of the width more and a doubling for every bit that the modulus is shorter than its width, or one of the
/// two if they are made of the same.
class odd_moduli {
 public:
  /// One for each element; those that are not odd leave their elements undefined.
  odd_moduli(const bigint_batch& moduli,  // NOLINT(google-explicit-constructor): used in place
             modular_arithmetic how = modular_arithmetic::automatic);
  /// One for all. Waits.
  /// \throws std::domain_error if it is not odd or negative.
  /// \throws std::length_error if it is longer than 65536 bits.
  odd_moduli(const gpu_bigint& modulus,  // NOLINT(google-explicit-constructor): used in place
             modular_arithmetic how = modular_arithmetic::automatic);

  std::size_t bits() const noexcept;

  /// For the library itself.
  const detail::moduli& state() const noexcept { return *state_; }

 private:
  std::shared_ptr<const detail::moduli> state_;
};

/// a b mod n, as wide as n; a and b may be longer than the modulus, not wider than it. Elements whose modulus
/// is not odd are undefined. Two products of the width, each twice as expensive as a plain one.
/// \throws std::invalid_argument also for wider operands.
bigint_batch mul_mod(const bigint_batch& a, const bigint_batch& b, const odd_moduli& n);

/// base^exponent mod n, as wide as n; 1 mod n for the exponent 0. For an exponent of e bits (its width, or
/// that of the one number) about e squares and e / 5 products.
/// \throws std::invalid_argument also for a base wider than n.
/// \throws std::domain_error for a negative exponent.
/// Sources: P. Montgomery, Math. Comp. 44 (1985); A. Menezes et al., Handbook of Applied Cryptography, 14.82.
bigint_batch pow_mod(const bigint_batch& base, const bigint_batch& exponent, const odd_moduli& n);
bigint_batch pow_mod(const bigint_batch& base, const gpu_bigint& exponent, const odd_moduli& n);

}  // namespace gbi
