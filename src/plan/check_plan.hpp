/// \file
/// The verification of results on the device.
#pragma once

#include <cstdint>

#include "gpu_bigint/context.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// How a wrong product is computed again.
enum class repair {
  by_columns,    ///< by the integer convolution: one launch, quadratic time
  by_transform,  ///< by a transform with proven digits
  by_attempt     ///< by the same attempt; the host waits for the verdicts
};

/// The verification of a product whose digits are not proven, and its repair.
struct check_plan {
  verification how = verification::monitor;  ///< if residue, also modulo a prime
  std::uint32_t blocks = 1;                  ///< the most blocks that compute checksums
  repair again = repair::by_attempt;
  fft_plan proven = {};  ///< for repair::by_transform
};

}  // namespace gbi::plan
