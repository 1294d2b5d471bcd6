/// \file
/// Grid of the verification of products: the tiles of the factors and of the product.
#pragma once

#include <algorithm>

#include "kernels/verify/verify.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::verify_arguments& a, std::uint32_t batch) {
  const std::uint32_t blocks = a.tiles[0] + a.tiles[1] + a.tiles[2];
  launcher.template run<kernels::verify_kernel>(std::max(blocks, 1u), batch, a);
}

}  // namespace gbi::exec
