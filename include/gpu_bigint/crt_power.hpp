/// \file
/// Powers modulo a number whose factors are known, as in RSA's private operations.
#pragma once

#include <cstddef>
#include <memory>

#include "gpu_bigint/bigint_batch.hpp"
#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

namespace detail {
class crt_power_state;
}

/// Powers modulo n = p q for odd p and q without a common factor, from powers modulo p and q by the Chinese
/// remainder theorem. Modulo numbers of half the length and with exponents of half the length, they take
/// about a quarter of the time of powers modulo n. The powers modulo both factors are one batch if that is
/// faster, which it is for all batches that do not fill the device.
///
/// \code{.cpp}
/// const gbi::crt_power decrypt({p, d % (p - 1)}, {q, d % (q - 1)});
/// const gbi::bigint_batch messages = decrypt(encrypted);
/// \endcode
///
/// A fault in the powers modulo one factor reveals the other one to everybody who sees the result: compare
/// the results' public powers with the messages before you release them, as examples/rsa does.
///
/// Sources: J.-J. Quisquater, C. Couvreur, Electronics Letters 18 (1982); RFC 8017, 5.1.2.
///
/// Thread safety: any number of threads may call the same object.
class GBI_API crt_power {
 public:
  /// A factor of the modulus, and the exponent of powers modulo this factor.
  struct factor {
    gpu_bigint modulus;   ///< odd and positive
    gpu_bigint exponent;  ///< not negative
  };

  /// Keeps the factors, the exponents and constants of their length. O(M(n) log n). Waits.
  /// \throws std::domain_error if a factor is even or not positive, if an exponent is negative, or if the
  /// factors have a common divisor.
  /// \throws std::length_error if a factor is longer than 32768 bits, or an exponent longer than 65536.
  /// \throws std::invalid_argument if the numbers live in different contexts.
  crt_power(const factor& p, const factor& q, modular_arithmetic how = modular_arithmetic::automatic);
  /// Another handle to the same factors.
  crt_power(const crt_power&) noexcept = default;
  /// Refers to the factors of the other handle from now on.
  crt_power& operator=(const crt_power&) noexcept = default;
  /// Gives up the handle.
  ~crt_power() = default;

  /// The bits of n, at least 64: the width of results.
  [[nodiscard]] std::size_t bits() const noexcept;

  /// The numbers below n that are base^(exponent of p) modulo p and base^(exponent of q) modulo q. The base
  /// may have any width. Costs two powers of half the width, the remainders of the base (a product of the
  /// width), and three products of half the width. A batch larger than all before also costs about 40
  /// products of half the width for each element, if the powers are one batch; the constants for up to twice
  /// as many elements are kept. Does not wait, except as pow_mod does for modular_arithmetic::residues.
  /// \throws std::invalid_argument if the base lives in another context.
  [[nodiscard]] bigint_batch operator()(const bigint_batch& base) const;

 private:
  std::shared_ptr<const detail::crt_power_state> state_;
};

}  // namespace gbi
