/// \file
/// Grids of the kernels that check their own results.
#pragma once

#include "kernels/arithmetic/checked_add.hpp"
#include "kernels/arithmetic/checked_shift.hpp"
#include "kernels/normalize/checked_normalize.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

/// Whether results are read again for their check. That takes hardly any time on a GPU where every block has
/// a multiprocessor of its own, because launches are the limit there. On the host it takes time, but is
/// needed, because host memory may lack error correction.
bool reads_again(const auto& launcher, std::uint32_t blocks) {
  return launcher.multiprocessors() == 0 || blocks <= launcher.multiprocessors();
}

void run_grid(auto& launcher, const kernels::checked_add_arguments& a) {
  const std::uint32_t blocks = a.sum.rule.comparers + a.sum.chain.tiles;
  if (reads_again(launcher, a.sum.chain.tiles))
    run_blocks<kernels::checked_add_kernel<true>>(launcher, blocks, a);
  else
    run_blocks<kernels::checked_add_kernel<false>>(launcher, blocks, a);
}
void run_grid(auto& launcher, const kernels::checked_shift_arguments& a) {
  using from_registers = kernels::checked_shift_kernel<false>;
  using from_memory = kernels::checked_shift_kernel<true>;
  const std::uint64_t limbs = a.shift.out.count;
  if (reads_again(launcher, blocks_for(limbs, from_registers::tile_limbs)))
    run_items<from_memory, from_memory::tile_limbs>(launcher, limbs, a);
  else
    run_items<from_registers, from_registers::tile_limbs>(launcher, limbs, a);
}
void run_grid(auto& launcher, const kernels::checked_normalize_arguments& a) {
  using kernels::tile_layout, kernels::split_memory;
  const auto run = [&]<int Threads, bool Apart>() {
    using kernel = kernels::checked_normalize_kernel<Threads, Apart>;
    const auto layout =
        tile_layout::of(a.product, 1, kernel::product_kernel::halo, split_memory<false, Threads>::stage);
    run_blocks<kernel>(launcher, kernel::blocks_of(a.check), {{a.product, layout}, a.check});
  };
  // As in the normalisation: if every block has a multiprocessor of its own, it has one thread for each limb.
  constexpr int most = kernels::carry_tile_limbs;
  const auto fits = [&](std::uint32_t blocks) {
    return a.product.limb_count > kernels::carry_tile_threads && blocks <= launcher.multiprocessors();
  };
  if (fits(kernels::checked_normalize_kernel<most, true>::blocks_of(a.check)))
    run.template operator()<most, true>();
  else if (fits(kernels::checked_normalize_kernel<most, false>::blocks_of(a.check)))
    run.template operator()<most, false>();
  else
    run.template operator()<kernels::carry_tile_threads, false>();
}

}  // namespace gbi::exec
