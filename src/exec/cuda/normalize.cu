/// \file
/// Launch shells of kernels/normalize.
#include "src/exec/cuda/launch.cuh"
#include "src/exec/dispatch/normalize.hpp"

namespace gbi::exec::cuda {

void cuda_executor::launch(const kernels::normalize_arguments& a, std::uint32_t batch) {
  dispatch(*this, a, batch);
}

}  // namespace gbi::exec::cuda
