/// \file
/// Remainders by Barrett's reduction. Let scaled = n 2^c, 2^-17 B^k <= scaled < 2^-16 B^k, B = 2^64, and
/// reciprocal >= B^2k / scaled - 1. For t < 2^10 scaled^2 the quotient
///   q = floor(floor(t / B^(k-1)) reciprocal / B^(k+1))
/// is at most t / scaled and above t / scaled - B^(k-1) / scaled - t / B^2k - 2. So the remainder t - q
/// scaled lies in [0, 4 scaled), below B^k, and is found as a residual of k limbs.
///
/// P. Barrett, 1987.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/multiply/kept_quotient.hpp"

namespace gbi::number_theory {

class barrett_reduction {
 public:
  explicit barrett_reduction(const gpu_bigint& n);

  /// A number in [0, 4 scaled) that is congruent to t modulo n, for 0 <= t < 2^10 scaled^2. Costs a product
  /// and a residual of the same length; long ones keep the transforms of the reciprocal and of n. Does not
  /// wait.
  gpu_bigint loosely_reduced(const gpu_bigint& t) const;
  /// 4 scaled.
  const gpu_bigint& bound() const { return bound_; }

 private:
  void keep();

  gpu_bigint scaled_, reciprocal_, bound_;
  std::uint64_t limbs_;  ///< k
  std::unique_ptr<const products::kept_quotient> kept_;
};

}  // namespace gbi::number_theory
