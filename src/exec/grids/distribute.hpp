/// \file
/// Grids of the kernels for numbers in slabs.
#pragma once

#include "kernels/distribute/reduce.hpp"
#include "kernels/distribute/reduce_ranks.hpp"
#include "kernels/distribute/ripple.hpp"
#include "kernels/distribute/strips.hpp"
#include "src/exec/grids/reduction.hpp"

namespace gbi::exec {

/// At least one block, which writes the record.
void run_grid(auto& launcher, const kernels::slab_record_arguments& a) {
  run_items<kernels::slab_record_kernel, kernels::slab_record_kernel::tile_limbs>(
      launcher, larger_of(1, a.slab.count), a);
}
void run_grid(auto& launcher, const kernels::ripple_arguments& a) {
  run_items<kernels::ripple_kernel, kernels::ripple_kernel::tile_limbs>(launcher, a.slab.count, a);
}
void run_grid(auto& launcher, const kernels::bit_length_arguments& a) {
  run_reduction<kernels::bit_length_kernel>(launcher, a.a.count, a, &kernels::bit_length_arguments::result);
}
void run_grid(auto& launcher, const kernels::join_arguments& a) {
  run_blocks<kernels::join_kernel>(launcher, a.chain.tiles, a);
}

}  // namespace gbi::exec
