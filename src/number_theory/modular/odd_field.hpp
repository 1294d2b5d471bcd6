/// \file
/// Powers modulo one odd modulus in one launch (kernels/modular): by a team of threads, as in batches, or by
/// a block that multiplies bytes.
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/modular/arguments.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::number_theory {

/// R^2 modulo odd moduli, for the R of an arithmetic and its team. The memory of the moduli must stay in
/// place.
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
  exec::buffer<limb> squares_;
};

/// A modulus that is short enough for a team of threads.
class odd_field {
 public:
  /// Does not wait. n must be odd and positive and have at most plan::number_theory_tuning::power_limbs
  /// limbs.
  explicit odd_field(const gpu_bigint& n);

  /// base^exponent mod n, for a base that is not negative and has at most as many limbs as n. Costs about one
  /// square for every bit of the exponent and one product for every five bits. Waits for the length of the
  /// exponent.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  gpu_bigint n_;
  std::uint32_t limbs_;
  montgomery_squares squares_;
};

/// A modulus that is too long for a team of threads, but not for a block that multiplies bytes.
class long_odd_field {
 public:
  /// Does not wait. n must be odd and positive and have at most kernels::longest_byte_power limbs. Costs a
  /// division.
  explicit long_odd_field(const gpu_bigint& n);

  /// As in odd_field, but takes one product for every window of up to eight bits, and the inverse of n, which
  /// costs as much as a dozen products.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  gpu_bigint n_;
  std::uint32_t limbs_, places_;  ///< limbs of n, and of the integers in the kernel
  gpu_bigint square_;
};

}  // namespace gbi::number_theory
