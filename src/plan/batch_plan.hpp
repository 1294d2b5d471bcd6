/// \file
/// How the products of a batch of equal-width integers are computed.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"
#include "src/plan/team_shape.hpp"

namespace gbi::plan {

struct batch_product_plan {
  algorithm how;      ///< schoolbook: by teams of threads; or fft, which then fits a block
  product_team team;  ///< of schoolbook
  fft_plan fft;       ///< of fft
};

/// Limbs of every problem; `end` limbs of its product are needed at most.
struct batch_product_shape {
  std::uint32_t a, b, end;
  std::size_t elements;
};

/// Operands' limbs beyond `end` do not matter.
/// \throws std::length_error if a transform is asked for that does not fit a block
batch_product_plan plan_batch_product(const tuning& tuned, batch_product_shape shape, algorithm asked);

}  // namespace gbi::plan
