/// \file
/// Grids of the kernels of bits.
#pragma once

#include <algorithm>

#include "kernels/bits/bitwise.hpp"
#include "kernels/bits/reduce.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::lowest_one_arguments& a) {
  launcher.template run<kernels::lowest_one_kernel>(
      blocks_for(a.end_limb - a.first_limb, kernels::bits_tile_limbs), 1, a);
}

/// One block at least, for the sign.
template <class Launcher>
void dispatch(Launcher& launcher, const kernels::bitwise_arguments& a) {
  using kernel = kernels::bitwise_kernel;
  const std::uint64_t limbs = std::max<std::uint64_t>(1, a.out.count);
  launcher.template run<kernel>(blocks_for(limbs, kernel::limbs_of_thread * kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::ones_arguments& a) {
  const std::uint64_t limbs = std::max<std::uint64_t>(1, a.end_limb);
  launcher.template run<kernels::ones_kernel>(blocks_for(limbs, kernels::bits_tile_limbs), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::digest_arguments& a) {
  launcher.template run<kernels::digest_kernel>(blocks_for(a.a.count, kernels::bits_tile_limbs), 1, a);
}

}  // namespace gbi::exec
