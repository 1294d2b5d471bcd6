/// \file
/// Grids of the kernels that convert fractions to text.
#pragma once

#include "kernels/radix/bit_digits.hpp"
#include "kernels/radix/centre.hpp"
#include "kernels/radix/leaves.hpp"
#include "kernels/radix/text_checksum.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::centre_arguments& a) {
  run_blocks<kernels::centre_kernel>(launcher, a.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::format_leaves_arguments& a) {
  run_blocks<kernels::format_leaves_kernel>(launcher, a.leaves, a);
}

}  // namespace gbi::exec
