/// \file
/// Grids of the verification of products: each block takes a run of tiles of the factors and of the product;
/// one block decides.
#pragma once

#include "kernels/verify/verify.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::verify_arguments& a) {
  run_blocks<kernels::verify_kernel>(launcher, kernels::verify_kernel::blocks_of(a), a);
}

}  // namespace gbi::exec
