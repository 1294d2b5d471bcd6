/// \file
/// Grid of the normalisation: one block a tile of limbs, and several short problems a tile.
#pragma once

#include "kernels/normalize/normalize.hpp"

namespace gbi::exec {

template <bool Wide, bool Settle, class Launcher>
void run_normalize(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  using kernels::normalize_kernel;
  using memory = kernels::split_memory<Wide>;
  const auto layout = kernels::tile_layout::of(a, batch, memory::halo, memory::stage);
  if (layout.problems == 1)
    launcher.template run<normalize_kernel<kernels::long_tile, Wide, Settle>>(a.chain.tiles, batch,
                                                                              {a, layout});
  else
    launcher.template run<normalize_kernel<kernels::short_tile, Wide, Settle>>(
        (batch + layout.problems - 1) / layout.problems, 1, {a, layout});
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  if (a.addends != nullptr)
    return a.upper != nullptr ? run_normalize<true, false>(launcher, a, batch)
                              : run_normalize<false, false>(launcher, a, batch);
  return a.upper != nullptr ? run_normalize<true, true>(launcher, a, batch)
                            : run_normalize<false, true>(launcher, a, batch);
}

}  // namespace gbi::exec
