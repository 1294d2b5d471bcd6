/// \file
/// Grids of the linear operations on batches: one thread for each element.
#pragma once

#include "kernels/batch/divide.hpp"
#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclid.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

using batch_maps = maps<kernels::batch_copy_kernel, kernels::batch_add_kernel, kernels::batch_compare_kernel,
                        kernels::batch_mask_kernel, kernels::batch_select_kernel, kernels::batch_shift_kernel,
                        kernels::batch_divide_kernel, kernels::batch_euclid_kernel>;

template <class Arguments>
requires batch_maps::has<Arguments>
void run_grid(auto& launcher, const Arguments& a) {
  batch_maps::run(launcher, a);
}

}  // namespace gbi::exec
