/// \file
/// Products whose operands are in host memory. The device holds two pieces, their product and its workspace.
/// Most of that is workspace (docs/decisions/0072), so it would not help if operands arrived in parts.
#include <algorithm>

#include "src/plan/planner.hpp"

namespace gbi::plan {

std::size_t planner::host_piece(const product_shape& shape, std::size_t room) const {
  const std::size_t longer = shape.longer();
  // Up to eight pieces, every number is tried.
  for (std::size_t pieces = 1; pieces <= longer; pieces += pieces / 8 + 1) {
    const std::size_t piece = (longer + pieces - 1) / pieces;
    const bool is_cut = pieces > 1;
    const auto part =
        product_shape::whole(std::min(shape.a, piece), std::min(shape.b, piece), shape.square && !is_cut);
    const std::size_t bytes = part.total() * sizeof(std::uint64_t);
    // Operands, their product, and the column to which it is added. A sum of columns holds the product, its
    // double, and the column before and after.
    const std::size_t held = (is_cut ? 3 : 2) * bytes, sums = is_cut ? 4 * bytes : 0;
    if (std::max(held, sums) > room || !is_feasible(part)) continue;
    if (within(product(part), part, room - held).workspace_bytes <= room - held) return piece;
  }
  return 0;
}

}  // namespace gbi::plan
