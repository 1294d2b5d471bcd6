/// \file
/// Grids of the kernels for products by coprime moduli.
#pragma once

#include "kernels/fermat/lift.hpp"
#include "kernels/fermat/remainder.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::wrapped_remainder_arguments& a) {
  run_blocks<kernels::wrapped_remainder_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::cyclic_remainder_arguments& a) {
  run_blocks<kernels::cyclic_remainder_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::cyclic_difference_arguments& a) {
  run_blocks<kernels::cyclic_difference_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::lift_arguments& a) {
  run_blocks<kernels::lift_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::settle_arguments& a) {
  run_blocks<kernels::settle_kernel>(launcher, a.chain.tiles, a);
}

}  // namespace gbi::exec
