/// \file
/// Grid of the normalisation: one block a tile of limbs, and several short problems a tile.
#pragma once

#include "kernels/normalize/normalize.hpp"

namespace gbi::exec {

template <bool Wide, kernels::normalize_phases Phases, class Launcher>
void run_normalize(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  using kernels::normalize_kernel;
  using memory = kernels::split_memory<Wide>;
  const auto layout = kernels::tile_layout::of(a, batch, memory::halo, memory::stage);
  if (layout.problems == 1)
    launcher.template run<normalize_kernel<kernels::long_tile, Wide, Phases>>(a.chain.tiles, batch,
                                                                              {a, layout});
  else
    launcher.template run<normalize_kernel<kernels::short_tile, Wide, Phases>>(
        (batch + layout.problems - 1) / layout.problems, 1, {a, layout});
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
