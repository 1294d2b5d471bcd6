/// \file
/// Grids of the radix conversions: one thread for each leaf, limb or character.
#pragma once

#include "kernels/radix/bits.hpp"
#include "kernels/radix/leaves.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

using radix_maps = maps<kernels::parse_leaves_kernel, kernels::format_leaves_kernel,
                        kernels::parse_bits_kernel, kernels::format_bits_kernel>;

template <class Arguments>
requires radix_maps::has<Arguments>
void run_grid(auto& launcher, const Arguments& a) {
  radix_maps::run(launcher, a);
}

}  // namespace gbi::exec
