/// \file
/// Grid of the normalisation: one block for each tile of limbs. Several short problems share a tile.
#pragma once

#include "kernels/normalize/normalize_kernel.hpp"
#include "kernels/normalize/normalize_runs.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"

namespace gbi::exec {

template <bool Wide, kernels::normalize_phases Phases, class Launcher>
void run_normalize(Launcher& launcher, const kernels::normalize_arguments& a) {
  using kernels::tile_layout, kernels::normalize_kernel, kernels::split_memory;
  using many_problems = normalize_kernel<kernels::short_tile, Wide, Phases>;
  const auto together = tile_layout::of(a, a.batch, many_problems::halo, split_memory<Wide>::stage);
  if (together.problems > 1)
    return launcher.template run<many_problems>(blocks_for(a.batch, together.problems), 1, {a, together});
  const auto run_tiles_of = [&]<class Tile, int Threads>() {
    using tiles = normalize_kernel<Tile, Wide, Phases, Threads>;
    launcher.template run<tiles>(
        a.chain.tiles, a.batch,
        {a, tile_layout::of(a, a.batch, tiles::halo, split_memory<Wide, Threads>::stage)});
  };
  const auto run_tiles = [&]<int Threads>() {
    if constexpr (!Wide && Phases == kernels::normalize_phases::both)
      if (a.pieces > 1) return run_tiles_of.template operator()<kernels::pieces_tile, Threads>();
    run_tiles_of.template operator()<kernels::long_tile, Threads>();
  };
  const bool spread = std::uint64_t{a.chain.tiles} * a.batch <= launcher.multiprocessors();
  // If every tile has a multiprocessor of its own, a block with one thread for each limb is faster.
  if constexpr (!Wide && Phases != kernels::normalize_phases::split)  // the case at the end of products
    if (a.limb_count > kernels::carry_tile_threads && spread)
      return run_tiles.template operator()<kernels::carry_tile_limbs>();
  if constexpr (!Wide && Phases == kernels::normalize_phases::both &&
                machine_of<Launcher> == kernels::machine::vectors)
    if (!spread)
      return run_blocks<kernels::normalize_runs_kernel>(launcher, kernels::normalize_runs_kernel::tiles_of(a),
                                                        a);
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
