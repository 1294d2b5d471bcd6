/// \file
/// Grids of the division kernels.
#pragma once

#include "kernels/division/limb_quotient.hpp"
#include "kernels/division/limb_remainder.hpp"
#include "kernels/division/reciprocal.hpp"
#include "kernels/division/remainder.hpp"
#include "kernels/division/short_division.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::short_division_arguments& a) {
  run_blocks<kernels::short_division_kernel>(launcher, 1, a);
}

/// The smallest block that the carries allow, because its barriers take the least time.
void run_grid(auto& launcher, const kernels::reciprocal_arguments& a) {
  using small = kernels::reciprocal_kernel<128, 1>;
  if (a.out.count <= small::limbs + 1) return run_blocks<small>(launcher, 1, a);
  run_blocks<kernels::reciprocal_kernel<512, 2>>(launcher, 1, a);
}

void run_grid(auto& launcher, const kernels::remainder_arguments& a) {
  run_blocks<kernels::remainder_kernel>(launcher, a.chain.tiles, a);
}

void run_grid(auto& launcher, const kernels::limb_quotient_arguments& a) {
  run_blocks<kernels::limb_quotient_kernel>(launcher, a.tiles, a);
}
void run_grid(auto& launcher, const kernels::limb_remainder_arguments& a) {
  run_blocks<kernels::limb_remainder_kernel>(launcher, a.blocks, a);
}

}  // namespace gbi::exec
