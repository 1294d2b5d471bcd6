/// \file
/// Remainders that are not fully reduced, for tests that take many products modulo one number.
#pragma once

#include "gpu_bigint/modular.hpp"

namespace gbi::detail {

struct modulus_access {
  static gpu_bigint loosely_reduced(const modulus& n, const gpu_bigint& a) { return n.loosely_reduced(a); }
  static const gpu_bigint& bound(const modulus& n) { return n.bound(); }
};

/// A number in [0, 4 |n| 2^c), for some c below 64, that is congruent to a modulo n. Requires 0 <= a < 2^10
/// (|n| 2^c)^2. Does not wait.
inline gpu_bigint loosely_reduced(const modulus& n, const gpu_bigint& a) {
  return modulus_access::loosely_reduced(n, a);
}
/// A multiple of n above every result of loosely_reduced.
inline const gpu_bigint& loose_bound(const modulus& n) {
  return modulus_access::bound(n);
}

}  // namespace gbi::detail
