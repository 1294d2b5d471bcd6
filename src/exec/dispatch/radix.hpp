/// \file
/// Grids of the radix conversions' kernels.
#pragma once

#include "kernels/radix/bits.hpp"
#include "kernels/radix/leaves.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::parse_leaves_arguments& a) {
  using kernel = kernels::parse_leaves_kernel;
  launcher.template run<kernel>(blocks_for(a.leaves, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::format_leaves_arguments& a) {
  using kernel = kernels::format_leaves_kernel;
  launcher.template run<kernel>(blocks_for(a.leaves, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::parse_bits_arguments& a) {
  using kernel = kernels::parse_bits_kernel;
  launcher.template run<kernel>(blocks_for(a.limb_count, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::format_bits_arguments& a) {
  using kernel = kernels::format_bits_kernel;
  launcher.template run<kernel>(blocks_for(a.text_size, kernel::threads), 1, a);
}

}  // namespace gbi::exec
