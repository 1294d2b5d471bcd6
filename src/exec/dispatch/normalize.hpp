/// \file
/// Grid of the normalisation: one block a tile of limbs.
#pragma once

#include "kernels/normalize/normalize.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::normalize_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::normalize_kernel>(a.chain.tiles, batch, a);
}

}  // namespace gbi::exec
