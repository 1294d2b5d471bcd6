/// \file
/// CUDA instances of the candidates.
#include "bench/tune/scan_executor_impl.hpp"
#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/launch.cuh"

namespace gbi::bench {

std::unique_ptr<exec::executor> tuning_cuda_executor() {
  return std::make_unique<tuning_executor<exec::cuda::cuda_executor>>(0, nullptr);
}

}  // namespace gbi::bench
