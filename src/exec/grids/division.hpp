/// \file
/// Grids of the division kernels.
#pragma once

#include <algorithm>

#include "kernels/division/limb_quotient.hpp"
#include "kernels/division/limb_residue.hpp"
#include "kernels/division/reciprocal.hpp"
#include "kernels/division/remainder.hpp"
#include "kernels/division/short_division.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::short_division_arguments& a) {
  run_blocks<kernels::short_division_kernel>(launcher, 1, a);
}

/// The smallest block that its carries allow: its barriers take less time.
void run_grid(auto& launcher, const kernels::reciprocal_arguments& a) {
  using small = kernels::reciprocal_kernel<128, 1>;
  if (a.out.count <= small::limbs + 1) return run_blocks<small>(launcher, 1, a);
  run_blocks<kernels::reciprocal_kernel<512, 2>>(launcher, 1, a);
}

void run_grid(auto& launcher, const kernels::remainder_arguments& a) {
  using kernel = kernels::remainder_kernel;
  const std::uint32_t tiles = a.quotient.count == 0 ? 0 : a.chain.tiles;
  run_blocks<kernel>(launcher, tiles + blocks_for(std::max<std::uint64_t>(1, a.out.count), kernel::threads),
                     a);
}

void run_grid(auto& launcher, const kernels::limb_quotient_arguments& a) {
  run_blocks<kernels::limb_quotient_kernel>(launcher, a.tiles, a);
}
void run_grid(auto& launcher, const kernels::limb_residue_arguments& a) {
  run_blocks<kernels::limb_residue_kernel>(launcher, a.blocks, a);
}

}  // namespace gbi::exec
