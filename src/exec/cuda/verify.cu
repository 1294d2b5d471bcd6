/// \file
/// Launch shell of kernels/verify.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/verify.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::verify_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::cuda
