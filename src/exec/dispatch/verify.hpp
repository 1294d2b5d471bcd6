/// \file
/// Grid of the verification of products: runs of tiles of the factors and of the product.
#pragma once

#include "kernels/verify/verify.hpp"
#include "src/exec/executor.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::verify_arguments& a, std::uint32_t batch) {
  launcher.template run<kernels::verify_kernel>(kernels::verify_kernel::blocks_of(a), batch, a);
}

}  // namespace gbi::exec
