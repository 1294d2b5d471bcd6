/// \file
/// Grid of the normalisation: one block a tile of limbs, and several short problems a tile.
#pragma once

#include "kernels/normalize/normalize.hpp"

namespace gbi::exec {

/// Up to so many tiles a GPU has a multiprocessor for each, and a tile is settled sooner by a block of as
/// many threads as limbs.
inline constexpr std::uint64_t few_tiles = 132;

template <bool Wide, kernels::normalize_phases Phases, class Launcher>
void run_normalize(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  using kernels::tile_layout, kernels::normalize_kernel, kernels::split_memory;
  using many_problems = normalize_kernel<kernels::short_tile, Wide, Phases>;
  const auto together = tile_layout::of(a, batch, many_problems::halo, split_memory<Wide>::stage);
  if (together.problems > 1)
    return launcher.template run<many_problems>((batch + together.problems - 1) / together.problems, 1,
                                                {a, together});
  const auto run_tiles = [&]<int Threads>() {
    using tiles = normalize_kernel<kernels::long_tile, Wide, Phases, Threads>;
    launcher.template run<tiles>(
        a.chain.tiles, batch,
        {a, tile_layout::of(a, batch, tiles::halo, split_memory<Wide, Threads>::stage)});
  };
  if constexpr (!Wide && Phases != kernels::normalize_phases::split)  // what products end with
    if (a.limb_count > kernels::carry_tile_threads && std::uint64_t{a.chain.tiles} * batch <= few_tiles)
      return run_tiles.template operator()<kernels::carry_tile_limbs>();
  run_tiles.template operator()<kernels::carry_tile_threads>();
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  using enum kernels::normalize_phases;
  switch (a.phases) {
    case both:
      return a.upper != nullptr ? run_normalize<true, both>(launcher, a, batch)
                                : run_normalize<false, both>(launcher, a, batch);
    case split:
      return a.upper != nullptr ? run_normalize<true, split>(launcher, a, batch)
                                : run_normalize<false, split>(launcher, a, batch);
    case propagate:
      return run_normalize<false, propagate>(launcher, a, batch);
  }
}

}  // namespace gbi::exec
