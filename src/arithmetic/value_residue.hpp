/// \file
/// The residue of a number wherever it lives, for checks of composite operations.
#pragma once

#include "gpu_bigint/gpu_bigint.hpp"
#include "kernels/word/limb.hpp"

namespace gbi::arithmetic {

/// |x| modulo a word. Takes linear time. Waits.
inline limb residue_of(const gpu_bigint& x, limb modulus) {
  const gpu_bigint residue = abs(x) % modulus;
  return residue.sign() == 0 ? 0 : residue.to_limbs().front();
}

}  // namespace gbi::arithmetic
