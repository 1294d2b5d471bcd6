/// \file
/// Greatest common divisors, modular inverses, and the Jacobi and Kronecker symbols.
///
/// The host computes with numbers of up to 1024 limbs (65536 bits), and waits for those that are on the
/// device. Longer numbers take a half-gcd in O(M(n) log n): the device multiplies, while the host computes
/// the steps and waits for the leading limbs of each remainder. Sources: D. H. Lehmer (1938); N. Möller, "On
/// Schönhage's algorithm and subquadratic integer gcd computation", Math. Comp. 77 (2008).
#pragma once

#include <optional>

#include "gpu_bigint/export.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The greatest common divisor, not negative; gcd(0, 0) = 0. O(M(n) log n). Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint gcd(const gpu_bigint& a, const gpu_bigint& b);

/// The least common multiple, not negative; 0 if an operand is 0. Costs a gcd, a division and a product.
/// Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint lcm(const gpu_bigint& a, const gpu_bigint& b);

/// The result of gcd_ext.
struct bezout {
  gpu_bigint gcd;  ///< s a + t b, not negative
  gpu_bigint s;    ///< the cofactor of a
  gpu_bigint t;    ///< the cofactor of b
};

/// The gcd with the smallest cofactors: |s| <= |b| / (2 gcd) and |t| <= |a| / (2 gcd). There are two
/// exceptions: |a| = |b|, where s = 0 and t = sign(b), and an operand that is 0. If |b| = 2 gcd or b = 0, s
/// is the sign of a. If |a| = 2 gcd or a = 0, t is the sign of b. O(M(n) log n). Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API bezout gcd_ext(const gpu_bigint& a, const gpu_bigint& b);

/// x with a x = 1 modulo n and 0 <= x < |n|. O(M(n) log n). Waits.
/// \throws std::domain_error if a has no inverse.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API gpu_bigint invert(const gpu_bigint& a, const gpu_bigint& n);

/// The inverse as from invert(), or std::nullopt if a has none. Costs and waits like invert().
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API std::optional<gpu_bigint> try_invert(const gpu_bigint& a, const gpu_bigint& n);

/// The Jacobi symbol (a / n) for an odd positive n. For a prime n, this is the Legendre symbol: 1 if a is a
/// square modulo n, -1 if it is not, 0 if n divides a. For any n, it is 0 if a and n have a common factor.
/// O(M(n) log n). Waits.
/// \throws std::domain_error if n is even or not positive.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API int jacobi(const gpu_bigint& a, const gpu_bigint& n);

/// Kronecker's extension of the Jacobi symbol to all integers: (a / 2) = (2 / a) for odd a and 0 for even a;
/// (a / -1) = sign(a), with (0 / -1) = 1; (a / 0) is 1 for a = 1 and -1, else 0. O(M(n) log n). Waits.
/// \throws std::invalid_argument if the operands live in different contexts.
[[nodiscard]] GBI_API int kronecker(const gpu_bigint& a, const gpu_bigint& n);

}  // namespace gbi
