/// \file
/// Grids of the kernels for numbers in slabs.
#pragma once

#include "kernels/distribute/reduce.hpp"
#include "kernels/distribute/ripple.hpp"
#include "kernels/distribute/strips.hpp"
#include "src/exec/grids/grid.hpp"

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
  run_items<kernels::bit_length_kernel, kernels::bit_length_kernel::tile_limbs>(launcher, a.a.count, a);
}
void run_grid(auto& launcher, const kernels::word_residue_arguments& a) {
  // Threads with few limbs are faster if all their blocks can run at once.
  using of_few = kernels::word_residue_kernel<16>;
  using of_many = kernels::word_residue_kernel<256>;
  const std::uint32_t most_at_once = of_few::blocks_per_multiprocessor *
                                     static_cast<std::uint32_t>(larger_of(launcher.multiprocessors(), 8));
  if (blocks_for(a.a.count, of_few::tile_limbs) <= most_at_once)
    run_items<of_few, of_few::tile_limbs>(launcher, a.a.count, a);
  else
    run_items<of_many, of_many::tile_limbs>(launcher, a.a.count, a);
}
void run_grid(auto& launcher, const kernels::join_arguments& a) {
  run_blocks<kernels::join_kernel>(launcher, a.chain.tiles, a);
}

}  // namespace gbi::exec
