/// \file
/// Quotients, remainders and square roots of distributed numbers.
///
/// All functions are collective, wait, and belong to one group like those of distributed_bigint. Results have
/// the same bits whatever the number of ranks. If ranks share a computation, its result is checked: every
/// product, the range of the remainder, and the relation between operands and results modulo a random prime
/// of 61 bits. A wrong result is computed again, twice at most.
#pragma once

#include <memory>

#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/export.hpp"

namespace gbi {

namespace distribute {
class divisor;
}

/// The result of a division.
struct distributed_quotient_remainder {
  distributed_bigint quotient;   ///< a / b, rounded
  distributed_bigint remainder;  ///< a - quotient b
};

/// a = quotient b + remainder with |remainder| < |b|. The quotient is rounded towards zero, so the remainder
/// has the sign of a. Ranks share the division if they would share the product of quotient and b. If the
/// quotient is as long as b, it then costs about 3.75 products of numbers of that length (docs/scale.md).
/// Otherwise the first rank divides alone, by gbi::div_rem. Source: R. Brent, P. Zimmermann, "Modern Computer
/// Arithmetic" (2010), 2.4.1.
/// \throws std::domain_error if b is zero
/// \throws out_of_memory like a product
/// \throws device_error if a shared division is wrong three times
[[nodiscard]] GBI_API distributed_quotient_remainder div_rem(const distributed_bigint& a,
                                                             const distributed_bigint& b);

/// Division with the quotient rounded towards minus infinity, so the remainder has the sign of b. Costs two
/// sums more than div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API distributed_quotient_remainder floor_div_rem(const distributed_bigint& a,
                                                                   const distributed_bigint& b);

/// Division with the quotient rounded towards plus infinity. Costs two sums more than div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API distributed_quotient_remainder ceil_div_rem(const distributed_bigint& a,
                                                                  const distributed_bigint& b);

/// Division with 0 <= remainder < |b|. Costs two sums more than div_rem.
/// \throws as div_rem
[[nodiscard]] GBI_API distributed_quotient_remainder euclidean_div_rem(const distributed_bigint& a,
                                                                       const distributed_bigint& b);

/// Whether a = q b for an integer q. For b = 0 this means a = 0. Costs as much as div_rem.
/// \throws as div_rem, but never std::domain_error
[[nodiscard]] GBI_API bool is_divisible(const distributed_bigint& a, const distributed_bigint& b);

/// A divisor for repeated use. If ranks share its divisions, its reciprocal is computed once: dividing a
/// number twice as long as the divisor then costs two products of numbers of the divisor's length. Copies
/// share the reciprocal, and a move is a copy.
class GBI_API distributed_divider {
 public:
  /// Computes the reciprocal, if ranks would share a product of two numbers of this length.
  /// \throws std::domain_error if the divisor is zero
  /// \throws out_of_memory as div_rem
  /// \throws device_error as div_rem
  explicit distributed_divider(const distributed_bigint& divisor);
  /// Another handle to the same divisor.
  distributed_divider(const distributed_divider&) noexcept = default;
  /// Refers to the divisor of the other handle from now on.
  distributed_divider& operator=(const distributed_divider&) noexcept = default;
  /// Gives up the handle.
  ~distributed_divider() = default;

  /// The divisor. Not collective.
  [[nodiscard]] const distributed_bigint& divisor() const noexcept;
  /// gbi::div_rem(a, divisor()).
  /// \throws as div_rem
  [[nodiscard]] distributed_quotient_remainder div_rem(const distributed_bigint& a) const;

  /// The quotient, rounded towards zero.
  /// \throws as div_rem
  [[nodiscard]] friend distributed_bigint operator/(const distributed_bigint& a,
                                                    const distributed_divider& d) {
    return d.div_rem(a).quotient;
  }
  /// The remainder, which has the sign of a.
  /// \throws as div_rem
  [[nodiscard]] friend distributed_bigint operator%(const distributed_bigint& a,
                                                    const distributed_divider& d) {
    return d.div_rem(a).remainder;
  }

 private:
  std::shared_ptr<const distribute::divisor> state_;
};

/// The result of sqrt_rem: a = root^2 + remainder.
struct distributed_root_remainder {
  distributed_bigint root;       ///< rounded down
  distributed_bigint remainder;  ///< from 0 to 2 root
};

/// a = root^2 + remainder with 0 <= remainder <= 2 root. Ranks share the root if they would share a product
/// of two numbers as long as the root. Then it costs about four such products (docs/scale.md). Otherwise the
/// first rank computes it alone, by gbi::sqrt_rem. Source: R. Brent, P. Zimmermann, "Modern Computer
/// Arithmetic" (2010), 4.2.3.
/// \throws std::domain_error if a is negative
/// \throws out_of_memory as div_rem
/// \throws device_error as div_rem
[[nodiscard]] GBI_API distributed_root_remainder sqrt_rem(const distributed_bigint& a);

/// The root of sqrt_rem(a). Costs as much.
/// \throws as sqrt_rem
[[nodiscard]] GBI_API distributed_bigint isqrt(const distributed_bigint& a);

}  // namespace gbi
