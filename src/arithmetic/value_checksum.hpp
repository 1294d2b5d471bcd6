/// \file
/// The checksum of a number wherever it lives, for checks of composite operations.
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::arithmetic {

/// |x| modulo a word. Takes linear time. Waits.
inline limb checksum_of(const gpu_bigint& x, limb modulus) {
  const gpu_bigint checksum = abs(x) % modulus;
  return checksum.sign() == 0 ? 0 : checksum.to_limbs().front();
}

}  // namespace gbi::arithmetic
