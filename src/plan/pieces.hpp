/// \file
/// Products in which one transform is multiplied by several others: an operand with a kept transform, or an
/// unbalanced product whose longer operand is cut into pieces.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

/// One operand is cut. All its pieces are multiplied by the same transform of the other operand. If there are
/// more than two pieces, the other operand is not longer than a piece, so that every second product ends
/// before the next one begins.
struct piece_plan {
  fft_plan fft;          ///< for the product of one piece
  std::size_t piece;     ///< limbs of every piece except the last, which may be shorter
  std::uint32_t pieces;  ///< 1: the operand is not cut
  bool operator==(const piece_plan&) const = default;
};

}  // namespace gbi::plan
