/// \file
/// The plan for products of a batch of equal-width integers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

struct batch_product_plan {
  /// schoolbook: by teams of threads; bytes: by warps on tensor cores; fft: by transforms that fit in a block
  algorithm how;
  product_team team;  ///< for schoolbook and bytes
  fft_plan fft;       ///< for fft
};

}  // namespace gbi::plan
