/// \file
/// Grid of the normalisation: one block a tile of limbs, and several short problems a tile.
#pragma once

#include "kernels/normalize/normalize.hpp"
#include "src/exec/grids/grid.hpp"

namespace gbi::exec {

template <bool Wide, kernels::normalize_phases Phases>
void run_normalize(auto& launcher, const kernels::normalize_arguments& a) {
  using kernels::tile_layout, kernels::normalize_kernel, kernels::split_memory;
  using many_problems = normalize_kernel<kernels::short_tile, Wide, Phases>;
  const auto together = tile_layout::of(a, a.batch, many_problems::halo, split_memory<Wide>::stage);
  if (together.problems > 1)
    return launcher.template run<many_problems>(blocks_for(a.batch, together.problems), 1, {a, together});
  const auto run_tiles = [&]<int Threads>() {
    using tiles = normalize_kernel<kernels::long_tile, Wide, Phases, Threads>;
    launcher.template run<tiles>(
        a.chain.tiles, a.batch,
        {a, tile_layout::of(a, a.batch, tiles::halo, split_memory<Wide, Threads>::stage)});
  };
  // Where every tile has a multiprocessor, a block of as many threads as limbs settles it sooner.
  if constexpr (!Wide && Phases != kernels::normalize_phases::split)  // what products end with
    if (a.limb_count > kernels::carry_tile_threads &&
        std::uint64_t{a.chain.tiles} * a.batch <= launcher.multiprocessors())
      return run_tiles.template operator()<kernels::carry_tile_limbs>();
  run_tiles.template operator()<kernels::carry_tile_threads>();
}

void run_grid(auto& launcher, const kernels::normalize_arguments& a) {
  using enum kernels::normalize_phases;
  switch (a.phases) {
    case both:
      return a.upper != nullptr ? run_normalize<true, both>(launcher, a)
                                : run_normalize<false, both>(launcher, a);
    case split:
      return a.upper != nullptr ? run_normalize<true, split>(launcher, a)
                                : run_normalize<false, split>(launcher, a);
    case propagate:
      return run_normalize<false, propagate>(launcher, a);
  }
}

}  // namespace gbi::exec
