/// \file
/// Grids of the verification of products: each block takes a run of tiles of the factors and of the product;
/// one block decides.
#pragma once

#include "kernels/verify/verify.hpp"
#include "src/exec/grids/grid.hpp"
#include "src/exec/grids/instances.hpp"

namespace gbi::exec {

template <class Launcher>
void run_grid(Launcher& launcher, const kernels::verify_arguments& a) {
  using kernels::verify_kernel;
  const std::uint32_t blocks = verify_kernel<false>::blocks_of(a);
  if constexpr (machine_of<Launcher> == kernels::machine::vectors)
    if (blocks > launcher.multiprocessors()) return run_blocks<verify_kernel<true>>(launcher, blocks, a);
  run_blocks<verify_kernel<false>>(launcher, blocks, a);
}

}  // namespace gbi::exec
