/// \file
/// The functions of gpu_bigint/gcd.hpp on the host. Numbers outside host words cost one wait each.
#pragma once

#include <optional>

#include "gpu_bigint/gcd.hpp"

namespace gbi::number_theory {

/// The nonnegative gcd. Operands may be 0 but must have a context.
gpu_bigint short_gcd(const gpu_bigint& a, const gpu_bigint& b);
/// Neither operand is 0.
bezout short_gcd_ext(const gpu_bigint& a, const gpu_bigint& b);
/// n is not 0.
std::optional<gpu_bigint> short_inverse(const gpu_bigint& a, const gpu_bigint& n);
/// (|a| / n), n odd and positive.
int short_jacobi(const gpu_bigint& a, const gpu_bigint& n);

}  // namespace gbi::number_theory
