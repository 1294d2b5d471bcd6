/// \file
/// Many integers of the same width. Every operation works on all elements of its operands.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <span>
#include <vector>

#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class batch;
class odd_moduli_state;
struct batch_access;
struct moduli_access;
}  // namespace detail

/// `size` unsigned integers of `bits` bits each (64 to 65536) in the memory of a context. For each j, the
/// limbs j of all elements are contiguous. Copies share the limbs, which are immutable. Every operation makes
/// a new batch and is queued on the context's stream. No element affects another. A moved-from batch has no
/// limbs: its size() and bits() are 0, and it may be assigned to. Everything else throws
/// std::invalid_argument.
///
/// Operands must have the same number of elements and live in the same context. Their widths may differ.
/// Sums, differences, products by operators, shifts and operations on bits have the width of the left
/// operand; what is longer wraps around. All functions may throw std::invalid_argument (sizes or contexts
/// that do not match), out_of_memory and device_error.
///
/// Not for secrets that an attacker may time: the running time of an operation and the memory that it touches
/// depend on the numbers.
///
/// \code{.cpp}
/// const auto base = gbi::bigint_batch::from_numbers(messages, 2048);
/// const gbi::bigint_batch powers = gbi::pow_mod(base, exponent, gbi::odd_moduli(modulus));
/// const gbi::gpu_bigint first = powers[0];
/// \endcode
class GBI_API bigint_batch {
 public:
  /// Zeros, in the current context. O(size bits). Does not wait.
  /// \throws std::invalid_argument for a width outside 64 to 65536 bits, or 2^31 or more elements.
  bigint_batch(std::size_t size, std::size_t bits);

  /// A batch from host memory: one element after the other, (bits + 63) / 64 limbs each, least significant
  /// first. O(size bits). Does not wait.
  /// \throws std::invalid_argument also for a wrong number of limbs.
  /// \throws std::length_error if an element is longer than `bits`.
  [[nodiscard]] static bigint_batch from_limbs(std::span<const std::uint64_t> limbs, std::size_t size,
                                               std::size_t bits);
  /// A batch from numbers, through the host. O(size bits). Waits for numbers on the device.
  /// \throws std::domain_error for negative numbers.
  /// \throws std::length_error for numbers longer than `bits`.
  [[nodiscard]] static bigint_batch from_numbers(std::span<const gpu_bigint> values, std::size_t bits);
  /// A batch whose elements all equal one number. O(size bits). Waits for the sign and the length of the
  /// number unless they are known.
  /// \throws std::domain_error if the number is negative.
  /// \throws std::length_error if the number is longer than `bits`.
  /// \throws std::invalid_argument also for a number outside the current context.
  [[nodiscard]] static bigint_batch filled(std::size_t size, const gpu_bigint& value, std::size_t bits);
  /// The limbs in the layout of from_limbs. O(size bits). Waits.
  [[nodiscard]] std::vector<std::uint64_t> to_limbs() const;

  /// Elements.
  [[nodiscard]] std::size_t size() const noexcept;
  /// Bits of each element.
  [[nodiscard]] std::size_t bits() const noexcept;
  /// The context whose memory holds the elements.
  [[nodiscard]] gbi::context context() const;
  /// A copy of an element. O(bits). Does not wait.
  /// \throws std::out_of_range for an index of size() or more.
  [[nodiscard]] gpu_bigint operator[](std::size_t index) const;
  /// The indices, in ascending order, of the elements that the operation left undefined. Those elements are
  /// 0. O(size). Waits unless the operation defines every element.
  [[nodiscard]] std::vector<std::size_t> undefined() const;
  /// The same values with another width. Bits that do not fit are cut off. O(size bits). Does not wait.
  [[nodiscard]] bigint_batch resized(std::size_t bits) const;

  /// a + b modulo 2^w, where w is the width of a. O(size bits), one pass over memory. Does not wait.
  [[nodiscard]] friend bigint_batch operator+(const bigint_batch& a, const bigint_batch& b) {
    return a.plus(b, false);
  }
  /// a - b modulo 2^w, where w is the width of a. O(size bits). Does not wait.
  [[nodiscard]] friend bigint_batch operator-(const bigint_batch& a, const bigint_batch& b) {
    return a.plus(b, true);
  }
  /// a b modulo 2^w, where w is the width of a: mul_low(a, b). Does not wait.
  [[nodiscard]] friend bigint_batch operator*(const bigint_batch& a, const bigint_batch& b) {
    return a.times(b, 0, a.bits(), algorithm::automatic);
  }
  /// a 2^bits modulo 2^w, where w is the width of a. O(size bits). Does not wait.
  /// \throws std::invalid_argument also for a negative count.
  [[nodiscard]] friend bigint_batch operator<<(const bigint_batch& a, std::int64_t bits) {
    return a.shifted(bits, true);
  }
  /// floor(a / 2^bits). O(size bits). Does not wait.
  /// \throws std::invalid_argument also for a negative count.
  [[nodiscard]] friend bigint_batch operator>>(const bigint_batch& a, std::int64_t bits) {
    return a.shifted(bits, false);
  }
  /// a AND b modulo 2^w, where w is the width of a. O(size bits). Does not wait.
  [[nodiscard]] friend bigint_batch operator&(const bigint_batch& a, const bigint_batch& b) {
    return a.combined(b, 0b1000);
  }
  /// a OR b modulo 2^w. O(size bits). Does not wait.
  [[nodiscard]] friend bigint_batch operator|(const bigint_batch& a, const bigint_batch& b) {
    return a.combined(b, 0b1110);
  }
  /// a XOR b modulo 2^w. O(size bits). Does not wait.
  [[nodiscard]] friend bigint_batch operator^(const bigint_batch& a, const bigint_batch& b) {
    return a.combined(b, 0b0110);
  }
  /// 2^w - 1 - a: every bit inverted. O(size bits). Does not wait.
  [[nodiscard]] friend bigint_batch operator~(const bigint_batch& a) { return a.combined(a, 0b0011); }

 private:
  friend struct detail::batch_access;
  friend bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b, algorithm how);
  friend bigint_batch mul_low(const bigint_batch& a, const bigint_batch& b, algorithm how);
  friend bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b, algorithm how);

  explicit bigint_batch(std::shared_ptr<const detail::batch> storage) noexcept
      : storage_(std::move(storage)) {}

  bigint_batch plus(const bigint_batch& b, bool subtract) const;
  /// The limbs of the product from `first_limb` on.
  bigint_batch times(const bigint_batch& b, std::size_t first_limb, std::size_t bits, algorithm how) const;
  bigint_batch shifted(std::int64_t bits, bool left) const;
  /// Bit 2 x + y of the truth table for the bits x and y.
  bigint_batch combined(const bigint_batch& b, unsigned table) const;

  std::shared_ptr<const detail::batch> storage_;
};

/// \cond mistakes
namespace detail {
template <class A, class B>
concept batch_and_number = (std::same_as<A, bigint_batch> && number_or_integer<B>) ||
                           (std::same_as<B, bigint_batch> && number_or_integer<A>);
}  // namespace detail

// Comments stay on the lines of their declarations, which the compiler shows (operands.hpp).
// clang-format off
template <class A, class B>
requires detail::batch_and_number<A, B>
bigint_batch operator+(const A&, const B&) = delete;  // one number for all: bigint_batch::filled
template <class A, class B>
requires detail::batch_and_number<A, B>
bigint_batch operator-(const A&, const B&) = delete;  // one number for all: bigint_batch::filled
template <class A, class B>
requires detail::batch_and_number<A, B>
bigint_batch operator*(const A&, const B&) = delete;  // one number for all: bigint_batch::filled
std::ostream& operator<<(std::ostream&, const bigint_batch&) = delete;  // write its elements: batch[i]
// clang-format on
/// \endcond

/// a b, as wide as both together. algorithm::schoolbook takes O(n m), with a team of threads for each
/// element. algorithm::fft takes O((n + m) log(n + m)); one block computes each product by a transform.
/// algorithm::bytes takes O(n m), with a warp for each element, on tensor cores where the device has them.
/// The planner chooses by the widths and the number of elements. Does not wait.
/// \throws std::length_error if the product has more than 65536 bits or, with algorithm::bytes, an operand
/// has more than 16384 bits.
/// \throws std::invalid_argument for algorithm::exact, which batches do not have.
[[nodiscard]] GBI_API bigint_batch mul_full(const bigint_batch& a, const bigint_batch& b,
                                            algorithm how = algorithm::automatic);
/// a b modulo 2^w, where w is the width of a: the same as a * b. Costs at most as much as mul_full. Does not
/// wait.
/// \throws std::invalid_argument as mul_full.
[[nodiscard]] GBI_API bigint_batch mul_low(const bigint_batch& a, const bigint_batch& b,
                                           algorithm how = algorithm::automatic);
/// floor(a b / 2^w), where w is the width of a and must be a multiple of 64. The result is as wide as b.
/// Costs as much as mul_full. Does not wait.
/// \throws std::invalid_argument for any other width, and as mul_full.
[[nodiscard]] GBI_API bigint_batch mul_high(const bigint_batch& a, const bigint_batch& b,
                                            algorithm how = algorithm::automatic);
/// a^2, twice as wide. Costs at most as much as mul_full. Does not wait.
/// \throws std::length_error if the square has more than 65536 bits.
/// \throws std::invalid_argument as mul_full.
[[nodiscard]] GBI_API bigint_batch square(const bigint_batch& a, algorithm how = algorithm::automatic);

/// The result of div_rem for batches.
struct batch_quotient {
  bigint_batch quotient;   ///< as wide as the dividend
  bigint_batch remainder;  ///< as wide as the divisor
};

/// Quotients and remainders. Where b is 0, both are undefined. O(n m), one thread for each element. After
/// mul_full, this reduces products modulo even numbers. Does not wait.
[[nodiscard]] GBI_API batch_quotient div_rem(const bigint_batch& a, const bigint_batch& b);

/// The greatest common divisors, as wide as the wider operand. gcd(0, 0) = 0. O(n m), one thread for each
/// element, by Lehmer's steps. Does not wait.
/// Source: D. H. Lehmer, Amer. Math. Monthly 45 (1938).
[[nodiscard]] GBI_API bigint_batch gcd(const bigint_batch& a, const bigint_batch& b);

/// The gcd of each element and the product of all others, as wide as n. This finds RSA moduli that share a
/// prime. An element that divides the product of the others is its own result. Computes a product tree with
/// the sum of all products of the others, one division, and a tree of scaled remainders: O(M(N) log k) for k
/// elements with N bits in total, and a gcd for each element. Memory: about 35 + log2(k) times that of the
/// batch. If there is less, trees over pieces of the batch take its place, and every pair of pieces costs a
/// product and a division. Waits.
///
/// Sources: D. J. Bernstein, "How to find smooth parts of integers" (2004) for the trees; D. J. Bernstein,
/// "Scaled remainder trees" (2004); N. Heninger, Z. Durumeric, E. Wustrow, J. A. Halderman, "Mining your Ps
/// and Qs", USENIX Security 2012, for the use on keys.
///
/// \throws std::domain_error if an element is 0; the message names it.
/// \throws out_of_memory if there is no room even for the trees of short pieces.
[[nodiscard]] GBI_API bigint_batch gcd_with_others(const bigint_batch& n);

/// x with a x = 1 modulo n and 0 <= x < n, as wide as n. n need not be odd. Elements without an inverse (they
/// share a divisor with the modulus, or the modulus is 0) are undefined. Costs twice as much as gcd. Does not
/// wait.
[[nodiscard]] GBI_API bigint_batch invert(const bigint_batch& a, const bigint_batch& n);

/// -1, 0 or 1 for each element: a is less than, equal to or greater than b. O(size bits). Waits. The masks of
/// <gpu_bigint/batch_mask.hpp> do not wait.
[[nodiscard]] GBI_API std::vector<signed char> compare(const bigint_batch& a, const bigint_batch& b);

/// The arithmetic of products modulo odd numbers. The choice does not change results.
enum class modular_arithmetic {
  automatic,  ///< the fastest on the device, or the value that the environment variable
              ///< GPU_BIGINT_MODULAR_ARITHMETIC (doubles, words or residues) had when the context was made
  doubles,    ///< digits of 52 bits, with fused multiply-adds of doubles: for GPUs with fast FP64
  words,      ///< words of 32 bits (64 on the host), with wide integer multiply-adds
  residues    ///< residues modulo primes of 30 bits, with byte products on tensor cores, from sm_80 on
              ///< (sm_90 above 1600 bits): for large batches of up to 8576 bits. Wider moduli use another
              ///< arithmetic, and so does a batch with a modulus that one of the primes divides. The first
              ///< product or power waits
};

/// Odd moduli, one for each element or one for all, with the constants for Montgomery products. Keep the
/// object if the moduli are used again. The first power and the first product that needs constants each cost
/// extra: about 20 products of the width, and a doubling for every bit by which the modulus is shorter than
/// its width. If both use the same arithmetic, only the earlier of them pays.
class GBI_API odd_moduli {
 public:
  /// One modulus for each element. Elements with an even modulus are undefined. O(1): the constants are
  /// computed when a product or a power needs them. Does not wait.
  odd_moduli(const bigint_batch& moduli,  // NOLINT(google-explicit-constructor): used in place
             modular_arithmetic how = modular_arithmetic::automatic);
  /// One modulus for all elements. O(bits). Waits.
  /// \throws std::domain_error if the modulus is even or negative.
  /// \throws std::length_error if the modulus is longer than 65536 bits.
  odd_moduli(const gpu_bigint& modulus,  // NOLINT(google-explicit-constructor): used in place
             modular_arithmetic how = modular_arithmetic::automatic);
  /// Another handle to the same moduli.
  odd_moduli(const odd_moduli&) noexcept = default;
  /// Refers to the moduli of the other handle from now on.
  odd_moduli& operator=(const odd_moduli&) noexcept = default;
  /// Gives up the handle.
  ~odd_moduli() = default;

  /// Bits of each modulus.
  [[nodiscard]] std::size_t bits() const noexcept;

 private:
  friend struct detail::moduli_access;

  std::shared_ptr<const detail::odd_moduli_state> state_;
};

/// a b mod n, as wide as n. a and b may be larger than the modulus but not wider than n. Elements with an
/// even modulus are undefined. Costs two products of the width, each twice as expensive as a plain product.
/// modular_arithmetic::automatic takes half of that and no constants up to 2048 bits (on a GPU, beyond 512
/// bits only in large batches), and three plain products for large batches of wide integers on a GPU. Does
/// not wait.
/// \throws std::invalid_argument also for wider operands.
/// Sources: P. Montgomery, Math. Comp. 44 (1985); P. Barrett, CRYPTO '86; G. Blakley, IEEE Trans. Computers
/// C-32 (1983).
[[nodiscard]] GBI_API bigint_batch mul_mod(const bigint_batch& a, const bigint_batch& b, const odd_moduli& n);

/// base^exponent mod n, as wide as n; 1 mod n for the exponent 0. An exponent of e bits (its width, or the
/// length of the single number) takes about e squares and e / 5 products. Does not wait, except for the first
/// power modulo n of a batch large enough for modular_arithmetic::residues, which waits for the constants of
/// the residues.
/// \throws std::invalid_argument also for a base wider than n.
/// Sources: P. Montgomery, Math. Comp. 44 (1985); A. Menezes et al., Handbook of Applied Cryptography, 14.82.
[[nodiscard]] GBI_API bigint_batch pow_mod(const bigint_batch& base, const bigint_batch& exponent,
                                           const odd_moduli& n);
/// As above, with one exponent for all elements. Also waits for the sign and the length of the exponent.
/// \throws std::domain_error for a negative exponent.
[[nodiscard]] GBI_API bigint_batch pow_mod(const bigint_batch& base, const gpu_bigint& exponent,
                                           const odd_moduli& n);

}  // namespace gbi
