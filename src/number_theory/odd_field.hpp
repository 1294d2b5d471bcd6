/// \file
/// One odd modulus that is short enough for a team of threads. A power takes one launch, by the kernels of
/// batches (kernels/modular).
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/modular/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::number_theory {

/// R^2 of odd moduli, for the R of an arithmetic and its team. The memory of the moduli must stay in place.
class montgomery_squares {
 public:
  /// Queued.
  montgomery_squares(exec::executor& executor, kernels::arithmetic how, const kernels::batch_span& moduli,
                     std::uint32_t elements, const kernels::team_shape& team);

  kernels::odd_modulus moduli() const noexcept;
  const kernels::team_shape& team() const noexcept { return team_; }

 private:
  kernels::arithmetic how_;
  kernels::batch_span moduli_;
  kernels::team_shape team_;
  exec::buffer<limb> squares_, failed_;
};

class odd_field {
 public:
  /// Queued. n is odd and positive and has at most plan::number_theory_tuning::power_limbs limbs.
  explicit odd_field(const gpu_bigint& n);

  /// base^exponent mod n, for a base that is not negative and has at most the limbs of n. Costs about one
  /// square for every bit of the exponent and one product for every five bits. Waits for the length of the
  /// exponent.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  gpu_bigint n_;
  std::uint32_t limbs_;
  montgomery_squares squares_;
};

}  // namespace gbi::number_theory
