/// \file
/// Grid of the random number kernel.
#pragma once

#include "kernels/random/random.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

/// One thread for two limbs, and at least one block, which writes the sign. Limbs that begin at an odd place
/// may touch one pair more.
void run_grid(auto& launcher, const kernels::random_arguments& a) {
  using kernel = kernels::random_kernel;
  run_items<kernel, 2 * kernel::threads>(launcher, larger_of(1, a.out.count + a.first_limb % 2), a);
}

}  // namespace gbi::exec
