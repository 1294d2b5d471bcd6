/// \file
/// One odd modulus that is too long for a team of threads, but not for a block that multiplies bytes. A power
/// takes one launch (kernels/modular/byte_power.hpp).
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"

namespace gbi::number_theory {

class long_odd_field {
 public:
  /// Queued. n is odd and positive and has at most kernels::longest_byte_power limbs. Costs a division.
  explicit long_odd_field(const gpu_bigint& n);

  /// base^exponent mod n, for a base that is not negative and has at most the limbs of n. Costs one square
  /// for every bit of the exponent, one product for every window of up to eight bits, and the inverse of n,
  /// as much as a dozen products. Waits for the length of the exponent.
  gpu_bigint power(const gpu_bigint& base, const gpu_bigint& exponent) const;

 private:
  gpu_bigint n_;
  std::uint32_t limbs_, places_;  ///< of n, and of the integers that the kernel computes with
  gpu_bigint square_;
};

}  // namespace gbi::number_theory
