/// \file
/// Launch shells of kernels/gcd.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/gcd.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::euclid_arguments& a) {
  dispatch(*this, a);
}

}  // namespace gbi::exec::cuda
