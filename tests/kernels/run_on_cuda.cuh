/// \file
/// Runs test kernels on CUDA for run_kernel.hpp. A source instantiates on_cuda for the kernels of its tests.
#pragma once

#include "src/exec/cuda/executor.hpp"
#include "src/exec/cuda/launch.cuh"
#include "tests/kernels/on_cuda.hpp"

namespace gbi::test {

template <class Kernel>
void on_cuda<Kernel>::run(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                          const typename Kernel::arguments& a) {
  dynamic_cast<exec::cuda::cuda_executor&>(executor).run<Kernel>(blocks, batch, a);
}

}  // namespace gbi::test
