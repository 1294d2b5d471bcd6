/// \file
/// Numbers in device memory at a constant stride.
#pragma once

#include "kernels/word/limb.hpp"

namespace gbi::kernels {

/// A batch of magnitudes: limb j of number g is limbs[g * stride + j], zero from `count` on.
struct limb_span {
  const limb* limbs;
  std::uint64_t count;
  std::uint64_t stride;  ///< 0 if all share one number
};

/// A batch of magnitudes to write.
struct limb_target {
  limb* limbs;
  std::uint64_t count;
  std::uint64_t stride;
};

}  // namespace gbi::kernels
