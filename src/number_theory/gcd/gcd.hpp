/// \file
/// The functions of gpu_bigint/gcd.hpp with a choice of `leaf`. The host takes all steps of a half-gcd up to
/// `leaf` limbs, and all steps of a gcd up to twice as many.
#pragma once

#include "gpu_bigint/gcd.hpp"
#include "src/number_theory/gcd/euclid.hpp"

namespace gbi::number_theory {

gpu_bigint gcd(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t leaf);
bezout gcd_ext(const gpu_bigint& a, const gpu_bigint& b, std::uint64_t leaf);
std::optional<gpu_bigint> try_invert(const gpu_bigint& a, const gpu_bigint& n, std::uint64_t leaf);
/// The Jacobi symbol (a / n), n odd and positive.
int jacobi(const gpu_bigint& a, const gpu_bigint& n, std::uint64_t leaf);

}  // namespace gbi::number_theory
