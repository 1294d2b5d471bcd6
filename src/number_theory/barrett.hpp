/// \file
/// Residues by Barrett's reduction. Let scaled = n 2^c, 2^-17 B^k <= scaled < 2^-16 B^k, B = 2^64, and
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
#include "src/multiply/residual.hpp"

namespace gbi::number_theory {

class barrett_reduction {
 public:
  explicit barrett_reduction(const gpu_bigint& n);

  /// A number in [0, 4 scaled) that is congruent to t modulo n, for 0 <= t < 2^10 scaled^2. Costs a product
  /// and a residual of the same length; long ones keep the transforms of the reciprocal and of n. Queued
  /// without waiting.
  gpu_bigint loosely_reduced(const gpu_bigint& t) const;
  /// 4 scaled.
  const gpu_bigint& bound() const { return bound_; }

 private:
  /// The transforms, and the plans of the products that use them.
  struct kept_transforms {
    kept_transforms(detail::engine& engine, const plan::product_plan& of_estimate,
                    const plan::residual_plan& of_remainder, const kernels::limb_span& x,
                    const plan::fft_plan& of_x, const kernels::limb_span& v)
        : estimate(of_estimate),
          remainder(of_remainder),
          reciprocal(engine, x, of_x),
          divisor(engine, v, of_remainder.fft) {}

    plan::product_plan estimate;
    plan::residual_plan remainder;
    products::kept_spectrum reciprocal, divisor;
  };
  void keep();

  gpu_bigint scaled_, reciprocal_, bound_;
  std::uint64_t limbs_;  ///< k
  std::unique_ptr<const kept_transforms> kept_;
};

}  // namespace gbi::number_theory
