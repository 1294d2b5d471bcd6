/// \file
/// One odd modulus of a length that a team of threads holds: powers in one launch, by the kernels of batches
/// (kernels/modular).
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/modular/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::number_theory {

/// R^2 of odd moduli for the R of an arithmetic and their team. The moduli stay where they are.
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
  /// n odd and positive, of at most plan::number_theory_tuning::power_limbs limbs. Queued.
  explicit odd_field(const gpu_bigint& n);

  /// base^exponent mod n, for a base that is not negative and has at most the limbs of n. About a square for
  /// every bit of the exponent and a product for every five. Waits for the exponent's length.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  gpu_bigint n_;
  std::uint32_t limbs_;
  montgomery_squares squares_;
};

}  // namespace gbi::number_theory
