/// \file
/// The test kernels' instances for CUDA.
#include "src/exec/cuda/launch.cuh"
#include "tests/kernels/primitive_kernels.hpp"

namespace gbi::test {

template <class Kernel>
void run_on_cuda(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                 const typename Kernel::arguments& a) {
  dynamic_cast<exec::cuda::cuda_executor&>(executor).run<Kernel>(blocks, batch, a);
}

#define GPU_BIGINT_RUN_ON_CUDA(...)                                                     \
  template void run_on_cuda<__VA_ARGS__>(exec::executor&, std::uint32_t, std::uint32_t, \
                                         const typename __VA_ARGS__::arguments&)

GPU_BIGINT_RUN_ON_CUDA(position_kernel);
GPU_BIGINT_RUN_ON_CUDA(reverse_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(reverse_kernel<1024>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<16>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<256>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<96>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<256>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<1024>);
GPU_BIGINT_RUN_ON_CUDA(atomics_kernel);
GPU_BIGINT_RUN_ON_CUDA(chain_kernel);

}  // namespace gbi::test
