/// \file
/// Grid of the normalisation: one block a tile of limbs, and several short problems a tile.
#pragma once

#include "kernels/normalize/normalize.hpp"

namespace gbi::exec {

template <bool Wide, kernels::normalize_phases Phases, class Launcher>
void run_normalize(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  using memory = kernels::split_memory<Wide>;
  using one_problem = kernels::normalize_kernel<kernels::long_tile, Wide, Phases>;
  using many_problems = kernels::normalize_kernel<kernels::short_tile, Wide, Phases>;
  const auto together = kernels::tile_layout::of(a, batch, many_problems::halo, memory::stage);
  if (together.problems > 1)
    launcher.template run<many_problems>((batch + together.problems - 1) / together.problems, 1,
                                         {a, together});
  else
    launcher.template run<one_problem>(
        a.chain.tiles, batch, {a, kernels::tile_layout::of(a, batch, one_problem::halo, memory::stage)});
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
