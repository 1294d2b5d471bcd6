/// \file
/// Grids of the convolutions: a block for each tile, for some columns or limbs, or for a whole product.
#pragma once

#include "kernels/convolution/column_sum.hpp"
#include "kernels/convolution/limb_product.hpp"
#include "kernels/convolution/short_product.hpp"
#include "kernels/convolution/tile_product.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::tile_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::tile_product_kernel>(
      blocks_for(a.a.count, kernels::tile_limbs) * blocks_for(a.b.count, kernels::tile_limbs), batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::column_sum_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::column_sum_kernel>(a.chain.tiles, batch, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::limb_product_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::limb_product_kernel>(a.chain.tiles, batch, a);
}

/// The smallest block that holds the result and has a thread for every limb of it, while there are any.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::short_product_arguments& a, std::uint32_t batch) {
  const std::uint64_t limbs = std::max(a.out.count, a.a.count + a.b.count);
  if (limbs <= 64) return launcher.template run<kernels::short_product_kernel<64, 1>>(1, batch, a);
  if (limbs <= 256) return launcher.template run<kernels::short_product_kernel<256, 1>>(1, batch, a);
  launcher.template run<kernels::short_product_kernel<512, 2>>(1, batch, a);
}

}  // namespace gbi::exec
