/// \file
/// Quotients and remainders.
#pragma once

#include <memory>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class divider_state;
}

/// The result of a division.
struct quotient_remainder {
  gpu_bigint quotient;   ///< a / b, rounded
  gpu_bigint remainder;  ///< a - quotient b
};

/// a = quotient * b + remainder with |remainder| < |b|. The quotient is rounded towards zero, so the
/// remainder has the sign of a, as for built-in integers. If the quotient is as long as b, the division costs
/// about three products of numbers of that length, O(M(n)). A much shorter or longer quotient costs less for
/// its size. Division by one limb takes linear time. Waits only until the size of b is known.
/// \throws std::domain_error if b is zero.
/// \throws out_of_memory if operands, results and workspace do not fit the device.
/// \throws std::length_error if an intermediate product is too long; see multiply().
[[nodiscard]] GBI_API quotient_remainder div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// Division with the quotient rounded towards minus infinity, so the remainder has the sign of b. Also waits
/// for the signs. Costs one sum more than div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API quotient_remainder floor_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// Division with the quotient rounded towards plus infinity. Costs and waits like floor_div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API quotient_remainder ceil_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// Division with 0 <= remainder < |b|. Costs and waits like floor_div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API quotient_remainder euclidean_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// a / b, for an a that is known to be a multiple of b. For any other a the result is unspecified, as in
/// GMP's mpz_divexact. Costs less than div_rem in host words, and as much on the device. Waits like div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API gpu_bigint divide_exact(const gpu_bigint& a, const gpu_bigint& b);

/// Whether a = q b for an integer q. For b = 0 this means a = 0. Costs as much as div_rem. Waits for the
/// answer.
/// \throws as div_rem, but never std::domain_error
[[nodiscard]] GBI_API bool is_divisible(const gpu_bigint& a, const gpu_bigint& b);

/// A divisor for repeated use. Its reciprocal is computed once, and so are the transforms of the divisor and
/// the reciprocal if they are long. Copies share them, and a move is a copy. Dividing a number twice as long
/// as the divisor costs less than one and a half products of numbers of the divisor's length if they are
/// long, and two if they are short. Divisions do not wait.
///
/// \code{.cpp}
/// const gbi::divider by_n(n);
/// for (gbi::gpu_bigint& x : numbers) x %= by_n;
/// \endcode
class GBI_API divider {
 public:
  /// Computes the reciprocal of the divisor on the device, O(M(n)). Waits until the size of the divisor is
  /// known.
  /// \throws std::domain_error if the divisor is zero.
  /// \throws out_of_memory
  explicit divider(const gpu_bigint& divisor);
  /// Another handle to the same divisor.
  divider(const divider&) noexcept = default;
  /// Refers to the divisor of the other handle from now on.
  divider& operator=(const divider&) noexcept = default;
  /// Gives up the handle.
  ~divider() = default;

  /// The divisor.
  [[nodiscard]] const gpu_bigint& divisor() const noexcept;
  /// gbi::div_rem(a, divisor()). Does not wait.
  /// \throws std::invalid_argument if a lives in another context.
  /// \throws out_of_memory, std::length_error as div_rem
  [[nodiscard]] quotient_remainder div_rem(const gpu_bigint& a) const;

  /// The quotient, rounded towards zero. Throws like div_rem(a).
  [[nodiscard]] friend gpu_bigint operator/(const gpu_bigint& a, const divider& d) {
    return d.divide(a, true, false).quotient;
  }
  /// The remainder, which has the sign of a. Throws like div_rem(a).
  [[nodiscard]] friend gpu_bigint operator%(const gpu_bigint& a, const divider& d) {
    return d.divide(a, false, true).remainder;
  }
  /// Assigns a / d to a.
  friend gpu_bigint& operator/=(gpu_bigint& a, const divider& d) { return a = a / d; }
  /// Assigns a % d to a.
  friend gpu_bigint& operator%=(gpu_bigint& a, const divider& d) { return a = a % d; }

 private:
  quotient_remainder divide(const gpu_bigint& a, bool quotient, bool remainder) const;

  std::shared_ptr<const detail::divider_state> state_;
};

}  // namespace gbi
