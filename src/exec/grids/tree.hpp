/// \file
/// Grids of the kernels below product trees.
#pragma once

#include "kernels/tree/leaves.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::word_leaves_arguments& a) {
  run_map<kernels::word_leaves_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::gather_arguments& a) {
  run_map<kernels::gather_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::sign_arguments& a) {
  run_blocks<kernels::sign_kernel>(launcher, 1, a);
}

}  // namespace gbi::exec
