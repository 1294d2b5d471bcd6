/// \file
/// Arithmetic with a modulus that is used repeatedly.
#pragma once

#include <memory>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
struct modulus_access;
}

/// A modulus and the constants that powers need, which the first power computes. Copies share them, and a
/// move is a copy. Results agree with GMP's mpz functions: 0 <= result < |n|, whatever the signs of the
/// operands and of n.
///
/// Powers modulo a short number are computed in host words (with a GPU, up to 2^13 bits). Powers modulo a
/// number of up to 12288 bits are one launch on a GPU: a team of threads computes Montgomery products modulo
/// the odd part (as in <gpu_bigint/bigint_batch.hpp>), and the host handles a factor 2^e if e is below 64.
/// All other products are reduced by Barrett's method with remainders in [0, 4 n), which needs no comparisons
/// and so never waits. A reduced product costs the product itself and two more of the same length. Sources:
/// P. Montgomery, Math. Comp. 44 (1985); P. Barrett, CRYPTO '86; R. Brent, P. Zimmermann, "Modern Computer
/// Arithmetic", 2.4.
///
/// \code{.cpp}
/// const gbi::modulus n(p * q);
/// const gbi::gpu_bigint message = n.power(secret, d);
/// \endcode
class GBI_API modulus {
 public:
  /// Keeps the modulus n. O(n). Waits for the size of n.
  /// \throws std::domain_error if n is 0.
  explicit modulus(const gpu_bigint& n);
  /// Another handle to the same modulus.
  modulus(const modulus&) noexcept = default;
  /// Refers to the modulus of the other handle from now on.
  modulus& operator=(const modulus&) noexcept = default;
  /// Gives up the handle.
  ~modulus() = default;

  /// |n|. O(1). Does not wait.
  [[nodiscard]] const gpu_bigint& value() const noexcept;

  /// a mod n. Costs a division by n; see div_rem(). Waits for the sign of a.
  /// \throws std::invalid_argument if a lives in another context.
  [[nodiscard]] gpu_bigint reduce(const gpu_bigint& a) const;
  /// a b mod n. Costs a product and a division by n. Waits for the sign of the product.
  /// \throws std::invalid_argument if the factors live in other contexts.
  [[nodiscard]] gpu_bigint multiply(const gpu_bigint& a, const gpu_bigint& b) const;
  /// base^exponent mod n, by windows. 0^0 = 1. An exponent of e bits takes about e squares, and a product for
  /// each window. The host reads the exponent, or its length, once and does not wait in the loop. A negative
  /// exponent uses the inverse of the base.
  /// \throws std::domain_error if the exponent is negative and the base has no inverse.
  /// \throws std::invalid_argument if the base lives in another context.
  [[nodiscard]] gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  friend struct detail::modulus_access;
  /// A number in [0, 4 |n| 2^c), for some c below 64, that is congruent to a modulo
  /// n. Requires 0 <= a < 2^10 (|n| 2^c)^2. Does not wait.
  gpu_bigint loosely_reduced(const gpu_bigint& a) const;
  /// A multiple of n above every result of loosely_reduced.
  const gpu_bigint& bound() const;

  struct prepared;
  std::shared_ptr<const prepared> prepared_;
};

/// base^exponent mod n. Costs and waits as modulus::power().
/// \throws std::domain_error if n is 0, or if the exponent is negative and the base has no inverse.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint powm(const gpu_bigint& base, const gpu_bigint& exponent,
                                      const gpu_bigint& n);

}  // namespace gbi
