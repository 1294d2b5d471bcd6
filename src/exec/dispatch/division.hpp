/// \file
/// Grids of the divisions' kernels.
#pragma once

#include "kernels/division/limb_division.hpp"
#include "kernels/division/reciprocal.hpp"
#include "kernels/division/remainder.hpp"
#include "kernels/division/short_division.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::short_division_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::short_division_kernel>(1, batch, a);
}

/// A block that is as small as its carries allow: its barriers take less time.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::reciprocal_arguments& a, std::uint32_t batch) {
  using small = kernels::reciprocal_kernel<128, 1>;
  if (a.out.count <= small::limbs + 1) return launcher.template run<small>(1, batch, a);
  launcher.template run<kernels::reciprocal_kernel<512, 2>>(1, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::remainder_arguments& a, std::uint32_t batch) {
  using kernel = kernels::remainder_kernel;
  const std::uint32_t tiles = a.quotient.count == 0 ? 0 : a.chain.tiles;
  launcher.template run<kernel>(tiles + blocks_for(std::max<std::uint64_t>(1, a.out.count), kernel::threads),
                                batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::limb_division_arguments& a) {
  using kernel = kernels::limb_division_kernel;
  if (a.stage == kernels::limb_division_stage::carries)
    launcher.template run<kernels::limb_carries_kernel>(1, 1, a);
  else
    launcher.template run<kernel>(blocks_for(a.runs, kernel::threads), 1, a);
}

}  // namespace gbi::exec
