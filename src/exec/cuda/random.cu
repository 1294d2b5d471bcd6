/// \file
/// Launch shells of kernels/random.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/random.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::random_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::cuda
