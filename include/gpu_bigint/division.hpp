/// \file
/// Quotients and remainders.
#pragma once

#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class divider_state;
}

struct quotient_remainder {
  gpu_bigint quotient, remainder;
};

/// a = quotient * b + remainder with |remainder| < |b|. The quotient is rounded towards zero, so that the
/// remainder has the sign of a, as for built-in integers. A quotient as long as b costs about three products
/// of such numbers, one much shorter or longer less for its size; one limb divides in linear time. Waits
/// until the size of b is known, and for nothing else.
/// \throws std::domain_error if b is zero.
/// \throws out_of_memory if operands, results and workspace do not fit the device.
/// \throws std::length_error if a product on the way is too long, see multiply().
quotient_remainder div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// The same with the quotient rounded towards minus infinity: the remainder has the sign of b. Waits for the
/// signs, too.
/// \throws as div_rem
quotient_remainder floor_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// The same with the quotient rounded towards plus infinity.
/// \throws as div_rem
quotient_remainder ceil_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// The same with 0 <= remainder < |b|.
/// \throws as div_rem
quotient_remainder euclidean_div_rem(const gpu_bigint& a, const gpu_bigint& b);

/// a / b for an a that is known to be a multiple of b; otherwise a / b as well.
/// \throws as div_rem
gpu_bigint divide_exact(const gpu_bigint& a, const gpu_bigint& b);

/// Whether a = q b for an integer q; so is zero for b = 0. Waits for the answer.
/// \throws as div_rem, but not for zero
bool is_divisible(const gpu_bigint& a, const gpu_bigint& b);

/// A divisor that is used again and again: its reciprocal, and of long ones the transforms of both, are
/// computed once. Copies share them. The quotient of a number of twice its length costs less than one and a
/// half products of long numbers of its length, two of short ones. Divisions wait for nothing.
class divider {
 public:
  /// \throws std::domain_error if the divisor is zero.
  explicit divider(const gpu_bigint& divisor);

  const gpu_bigint& divisor() const noexcept;
  /// As gbi::div_rem(a, divisor()).
  quotient_remainder div_rem(const gpu_bigint& a) const;

  friend gpu_bigint operator/(const gpu_bigint& a, const divider& d) {
    return d.divide(a, true, false).quotient;
  }
  friend gpu_bigint operator%(const gpu_bigint& a, const divider& d) {
    return d.divide(a, false, true).remainder;
  }
  friend gpu_bigint& operator/=(gpu_bigint& a, const divider& d) { return a = a / d; }
  friend gpu_bigint& operator%=(gpu_bigint& a, const divider& d) { return a = a % d; }

 private:
  quotient_remainder divide(const gpu_bigint& a, bool quotient, bool remainder) const;

  std::shared_ptr<const detail::divider_state> state_;
};

}  // namespace gbi
