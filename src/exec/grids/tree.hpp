/// \file
/// Grids of the kernels for the leaves of product trees.
#pragma once

#include "kernels/tree/leaves.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

using tree_maps = maps<kernels::word_leaves_kernel, kernels::gather_kernel>;

template <class Arguments>
requires tree_maps::has<Arguments>
void run_grid(auto& launcher, const Arguments& a) {
  tree_maps::run(launcher, a);
}

void run_grid(auto& launcher, const kernels::sign_arguments& a) {
  run_blocks<kernels::sign_kernel>(launcher, 1, a);
}

}  // namespace gbi::exec
