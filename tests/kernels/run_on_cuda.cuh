/// \file
/// Runs test kernels on CUDA for run_kernel.hpp. A source instantiates run_on_cuda for the kernels of its
/// tests.
#pragma once

#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/launch.cuh"

namespace gbi::test {

template <class Kernel>
void run_on_cuda(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                 const typename Kernel::arguments& a) {
  dynamic_cast<exec::cuda::cuda_executor&>(executor).run<Kernel>(blocks, batch, a);
}

}  // namespace gbi::test

#define GPU_BIGINT_RUN_ON_CUDA(...)                                                     \
  template void run_on_cuda<__VA_ARGS__>(exec::executor&, std::uint32_t, std::uint32_t, \
                                         const typename __VA_ARGS__::arguments&)
