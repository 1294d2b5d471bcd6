/// \file
/// Grid of the tiled convolution: one block a tile.
#pragma once

#include "kernels/convolution/tile_product.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::tile_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::tile_product_kernel>(
      blocks_for(a.a.count, kernels::tile_limbs) * blocks_for(a.b.count, kernels::tile_limbs), batch, a);
}

}  // namespace gbi::exec
