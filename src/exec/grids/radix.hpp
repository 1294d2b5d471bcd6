/// \file
/// Grids of the radix conversions' kernels: a thread for each leaf, limb or character.
#pragma once

#include "kernels/radix/bits.hpp"
#include "kernels/radix/leaves.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::parse_leaves_arguments& a) {
  run_map<kernels::parse_leaves_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::format_leaves_arguments& a) {
  run_map<kernels::format_leaves_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::parse_bits_arguments& a) {
  run_map<kernels::parse_bits_kernel>(launcher, a);
}
void run_grid(auto& launcher, const kernels::format_bits_arguments& a) {
  run_map<kernels::format_bits_kernel>(launcher, a);
}

}  // namespace gbi::exec
