/// \file
/// Grids of the kernels that check their own results.
#pragma once

#include "kernels/arithmetic/checked_add.hpp"
#include "kernels/arithmetic/checked_shift.hpp"
#include "kernels/normalize/checked_normalize.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::checked_add_arguments& a) {
  run_blocks<kernels::checked_add_kernel>(launcher, a.sum.rule.comparers + a.sum.chain.tiles, a);
}
void run_grid(auto& launcher, const kernels::checked_shift_arguments& a) {
  run_items<kernels::checked_shift_kernel, kernels::checked_shift_kernel::tile_limbs>(launcher,
                                                                                      a.shift.out.count, a);
}
void run_grid(auto& launcher, const kernels::checked_normalize_arguments& a) {
  using kernels::tile_layout, kernels::split_memory;
  const auto run = [&]<int Threads>() {
    using kernel = kernels::checked_normalize_kernel<Threads>;
    const auto layout =
        tile_layout::of(a.product, 1, kernel::product_kernel::halo, split_memory<false, Threads>::stage);
    run_blocks<kernel>(launcher, kernel::blocks_of(a.check), {{a.product, layout}, a.check});
  };
  // As in the normalisation: if every tile has a multiprocessor of its own, one thread for each limb.
  if (a.product.limb_count > kernels::carry_tile_threads &&
      a.product.chain.tiles <= launcher.multiprocessors())
    run.template operator()<kernels::carry_tile_limbs>();
  else
    run.template operator()<kernels::carry_tile_threads>();
}

}  // namespace gbi::exec
