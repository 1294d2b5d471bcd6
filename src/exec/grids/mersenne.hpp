/// \file
/// Grids of the kernels for arithmetic modulo 2^p - 1.
#pragma once

#include "kernels/mersenne/carry.hpp"
#include "kernels/mersenne/convert.hpp"
#include "kernels/mersenne/square_spectrum.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::weighted_digits_arguments& a) {
  run_map<kernels::weighted_digits_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::weighted_carry_arguments& a) {
  run_items<kernels::weighted_carry_kernel, kernels::weighted_tile>(launcher, a.base.digits, a);
}
void run_grid(auto& launcher, const kernels::weighted_coefficients_arguments& a) {
  run_map<kernels::weighted_coefficients_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::spectrum_square_arguments& a) {
  run_map<kernels::spectrum_square_kernel>(launcher, a);
}

}  // namespace gbi::exec
