/// \file
/// Grid of the residue kernel.
#pragma once

#include "kernels/residue/residues.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::residues_arguments& a) {
  run_items<kernels::residues_kernel, kernels::residues_kernel::moduli>(launcher, a.count, a);
}

}  // namespace gbi::exec
