/// \file
/// The grid of the kernel for the signs of leaves of product trees.
#pragma once

#include "kernels/tree/leaves.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::sign_arguments& a) {
  run_blocks<kernels::sign_kernel>(launcher, 1, a);
}

}  // namespace gbi::exec
