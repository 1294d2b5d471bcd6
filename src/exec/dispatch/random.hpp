/// \file
/// Grid of the kernel of random numbers.
#pragma once

#include <algorithm>

#include "kernels/random/random.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

/// One block at least, for the sign.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::random_arguments& a, std::uint32_t batch) {
  using kernel = kernels::random_kernel;
  const std::uint64_t limbs = std::max<std::uint64_t>(1, a.out.count);
  launcher.template run<kernel>(blocks_for(limbs, 2 * kernel::threads), batch, a);
}

}  // namespace gbi::exec
