/// \file
/// Greatest common divisors, inverses and the symbols that Euclid's algorithm computes.
///
/// Numbers of up to 1024 limbs (65536 bits) are left to the host, which waits for those that are on the
/// device. Longer ones take a half-gcd in O(M(n) log n): the device multiplies, the host takes the steps and
/// waits for the leading limbs of what is left. Sources: D. H. Lehmer (1938); N. Möller, "On Schönhage's
/// algorithm and subquadratic integer gcd computation", Math. Comp. 77 (2008).
#pragma once

#include <optional>

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi {

/// The greatest common divisor, not negative; gcd(0, 0) = 0.
/// \throws std::invalid_argument if the operands live in different contexts.
gpu_bigint gcd(const gpu_bigint& a, const gpu_bigint& b);

/// The least common multiple, not negative; 0 if an operand is 0.
/// \throws std::invalid_argument if the operands live in different contexts.
gpu_bigint lcm(const gpu_bigint& a, const gpu_bigint& b);

/// What gcd_ext finds.
struct bezout {
  gpu_bigint gcd;  ///< s a + t b
  gpu_bigint s, t;
};

/// The gcd with the smallest cofactors: |s| <= |b| / (2 gcd) and |t| <= |a| / (2 gcd), but for |a| = |b|,
/// where s = 0 and t = sign(b), and where an operand is 0. If |b| = 2 gcd or b = 0, s is the sign of a; if
/// |a| = 2 gcd or a = 0, t is that of b. Waits for the device.
/// \throws std::invalid_argument if the operands live in different contexts.
bezout gcd_ext(const gpu_bigint& a, const gpu_bigint& b);

/// x with a x = 1 modulo n and 0 <= x < |n|. Waits for the device.
/// \throws std::domain_error if there is none.
/// \throws std::invalid_argument if the operands live in different contexts.
gpu_bigint invert(const gpu_bigint& a, const gpu_bigint& n);

/// The same without an exception for what is not invertible.
std::optional<gpu_bigint> try_invert(const gpu_bigint& a, const gpu_bigint& n);

/// The Jacobi symbol (a / n), n odd and positive, which for a prime n is Legendre's: 1 if a is a square
/// modulo n, -1 if it is none, 0 if n divides a (Jacobi: if they have a common factor). O(M(n) log n). Waits
/// for the device.
/// \throws std::domain_error if n is even or not positive.
/// \throws std::invalid_argument if the operands live in different contexts.
int jacobi(const gpu_bigint& a, const gpu_bigint& n);

/// Kronecker's extension of it to all integers: (a / 2) = (2 / a) for odd a and 0 for even ones, (a / -1) =
/// sign(a), with (0 / -1) = 1, and (a / 0) is 1 for a = 1 and -1, else 0. Waits for the device.
/// \throws std::invalid_argument if the operands live in different contexts.
int kronecker(const gpu_bigint& a, const gpu_bigint& n);

}  // namespace gbi
