/// \file
/// Grids of the bit kernels.
#pragma once

#include "kernels/bits/bitwise.hpp"
#include "kernels/bits/reduce.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::lowest_one_arguments& a) {
  run_items<kernels::lowest_one_kernel, kernels::lowest_one_kernel::tile_limbs>(launcher,
                                                                                a.end_limb - a.first_limb, a);
}

/// At least one block, which writes the sign.
void run_grid(auto& launcher, const kernels::bitwise_arguments& a) {
  using kernel = kernels::bitwise_kernel;
  run_items<kernel, kernel::limbs_of_thread * kernel::threads>(launcher, larger_of(1, a.out.count), a);
}

void run_grid(auto& launcher, const kernels::ones_arguments& a) {
  run_items<kernels::ones_kernel, kernels::ones_kernel::tile_limbs>(launcher, larger_of(1, a.end_limb), a);
}

void run_grid(auto& launcher, const kernels::digest_arguments& a) {
  run_items<kernels::digest_kernel, kernels::digest_kernel::tile_limbs>(launcher, a.a.count, a);
}

}  // namespace gbi::exec
