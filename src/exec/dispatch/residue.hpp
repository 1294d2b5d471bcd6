/// \file
/// Grid of the kernel of residues.
#pragma once

#include "kernels/residue/residues.hpp"
#include "src/exec/dispatch/arithmetic.hpp"

namespace gbi::exec {

template <class Launcher>
void dispatch(Launcher& launcher, const kernels::residues_arguments& a) {
  launcher.template run<kernels::residues_kernel>(blocks_for(a.count, kernels::residues_kernel::moduli), 1,
                                                  a);
}

}  // namespace gbi::exec
