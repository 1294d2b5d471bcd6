/// \file
/// Grids of the kernels below product trees.
#pragma once

#include "kernels/tree/leaves.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::word_leaves_arguments& a) {
  using kernel = kernels::word_leaves_kernel;
  launcher.template run<kernel>(blocks_for(a.leaves, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::gather_arguments& a) {
  using kernel = kernels::gather_kernel;
  launcher.template run<kernel>(blocks_for(a.rows.count * a.count, kernel::threads), 1, a);
}

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::sign_arguments& a) {
  launcher.template run<kernels::sign_kernel>(1, 1, a);
}

}  // namespace gbi::exec
