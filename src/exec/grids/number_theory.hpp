/// \file
/// Grids of the kernels of sieves and product trees.
#pragma once

#include "kernels/number_theory/candidates.hpp"
#include "kernels/number_theory/product_leaves.hpp"
#include "kernels/number_theory/series_leaves.hpp"
#include "kernels/number_theory/sieve.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::sign_arguments& a) {
  run_blocks<kernels::sign_kernel>(launcher, 1, a);
}

}  // namespace gbi::exec
