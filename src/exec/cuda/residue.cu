/// \file
/// Launch shells of kernels/residue.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/residue.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::residues_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
