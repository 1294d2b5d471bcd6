/// \file
/// The least nonnegative remainder.
#pragma once

#include "gpu_bigint/division.hpp"
#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::number_theory {

/// a mod n, in [0, n), for n > 0.
inline gpu_bigint least_remainder(const gpu_bigint& a, const gpu_bigint& n) {
  const gpu_bigint remainder = div_rem(abs(a), n).remainder;
  return a.sign() >= 0 || remainder.sign() == 0 ? remainder : n - remainder;
}

}  // namespace gbi::number_theory
