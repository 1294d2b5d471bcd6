/// \file
/// Grids of the linear operations on batches: a thread for each element.
#pragma once

#include "kernels/batch/divide.hpp"
#include "kernels/batch/elementwise.hpp"
#include "kernels/batch/euclid.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::batch_copy_arguments& a) {
  run_map<kernels::batch_copy_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_add_arguments& a) {
  run_map<kernels::batch_add_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_compare_arguments& a) {
  run_map<kernels::batch_compare_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_mask_arguments& a) {
  run_map<kernels::batch_mask_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_select_arguments& a) {
  run_map<kernels::batch_select_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_shift_arguments& a) {
  run_map<kernels::batch_shift_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_divide_arguments& a) {
  run_map<kernels::batch_divide_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::batch_euclid_arguments& a) {
  run_map<kernels::batch_euclid_kernel>(launcher, a);
}

}  // namespace gbi::exec
