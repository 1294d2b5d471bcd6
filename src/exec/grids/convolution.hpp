/// \file
/// Grids of the convolutions: one block for each tile, for several columns or limbs, or for a whole product.
#pragma once

#include "kernels/convolution/byte_column_sum.hpp"
#include "kernels/convolution/column_sum.hpp"
#include "kernels/convolution/limb_product.hpp"
#include "kernels/convolution/short_product.hpp"
#include "kernels/convolution/tile_product.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/refuse.hpp"

namespace gbi::exec {

void run_grid(auto& launcher, const kernels::tile_arguments& a) {
  run_blocks<kernels::tile_product_kernel>(
      launcher, blocks_for(a.a.count, kernels::tile_limbs) * blocks_for(a.b.count, kernels::tile_limbs), a);
}
void run_grid(auto& launcher, const kernels::column_sum_arguments& a) {
  using enum kernels::column_form;
  using kernels::byte_column_sum_kernel;
  if (a.form != digits && (a.halved || a.repair.verdicts != nullptr))
    refuse("sum by columns of bytes: it neither halves nor repairs");
  if (a.halved && a.repair.verdicts != nullptr) refuse("halved sum by columns: it does not repair");
  switch (a.form) {
    case digits:
      if (a.halved) return run_blocks<kernels::column_sum_kernel<true>>(launcher, a.chain.tiles, a);
      return run_blocks<kernels::column_sum_kernel<false>>(launcher, a.chain.tiles, a);
    case bytes_2:
      return run_blocks<byte_column_sum_kernel<bytes_2, 12, 2>>(launcher, a.chain.tiles, a);
    case bytes_3:
      return run_blocks<byte_column_sum_kernel<bytes_3, 8, 2>>(launcher, a.chain.tiles, a);
  }
}
void run_grid(auto& launcher, const kernels::limb_product_arguments& a) {
  run_blocks<kernels::limb_product_kernel>(launcher, a.chain.tiles, a);
}

/// The smallest block that holds the result and has a thread for each of its limbs. If no block is large
/// enough, the largest one.
void run_grid(auto& launcher, const kernels::short_product_arguments& a) {
  using kernels::short_product_kernel;
  const std::uint64_t limbs = larger_of(a.out.count, a.a.count + a.b.count);
  if (limbs <= 64) return run_blocks<short_product_kernel<64, 1>>(launcher, 1, a);
  if (limbs <= 256) return run_blocks<short_product_kernel<256, 1>>(launcher, 1, a);
  run_blocks<short_product_kernel<512, 2>>(launcher, 1, a);
}

}  // namespace gbi::exec
