/// \file
/// Grids of the kernels for sums, comparisons and shifts.
#pragma once

#include "kernels/arithmetic/add.hpp"
#include "kernels/arithmetic/compare.hpp"
#include "kernels/arithmetic/report.hpp"
#include "kernels/arithmetic/residual.hpp"
#include "kernels/arithmetic/shift.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::add_arguments& a) {
  run_blocks<kernels::add_kernel>(launcher, a.rule.comparers + a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::residual_arguments& a) {
  run_blocks<kernels::residual_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::compare_arguments& a) {
  run_items<kernels::compare_kernel, kernels::compare_kernel::tile_limbs>(launcher,
                                                                          larger_of(a.a.count, a.b.count), a);
}
void run_grid(auto& launcher, const kernels::significant_arguments& a) {
  run_items<kernels::significant_kernel, kernels::significant_kernel::tile_limbs>(launcher, a.a.count, a);
}
void run_grid(auto& launcher, const kernels::report_arguments& a) {
  run_blocks<kernels::report_kernel>(launcher, 1, a);
}
void run_grid(auto& launcher, const kernels::shift_arguments& a) {
  run_items<kernels::shift_kernel>(launcher, a.out.count, a);
}

}  // namespace gbi::exec
