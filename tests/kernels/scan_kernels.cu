/// \file
/// The instances of scan_kernels.hpp for CUDA.
#include "tests/kernels/scan_kernels.hpp"

#include "src/exec/cuda/launch.cuh"

namespace gbi::test {

template <class Kernel>
void run_on_cuda(exec::executor& executor, std::uint32_t blocks, std::uint32_t batch,
                 const typename Kernel::arguments& a) {
  dynamic_cast<exec::cuda::cuda_executor&>(executor).run<Kernel>(blocks, batch, a);
}

#define GPU_BIGINT_RUN_ON_CUDA(...)                                                     \
  template void run_on_cuda<__VA_ARGS__>(exec::executor&, std::uint32_t, std::uint32_t, \
                                         const typename __VA_ARGS__::arguments&)
#define GPU_BIGINT_RUN_PATTERN_ON_CUDA(pattern)      \
  GPU_BIGINT_RUN_ON_CUDA(map_look_back<pattern>);    \
  GPU_BIGINT_RUN_ON_CUDA(map_totals<pattern>);       \
  GPU_BIGINT_RUN_ON_CUDA(map_chunks<pattern>);       \
  GPU_BIGINT_RUN_ON_CUDA(map_short<pattern>);        \
  GPU_BIGINT_RUN_ON_CUDA(level_kernel<16, pattern>); \
  GPU_BIGINT_RUN_ON_CUDA(level_kernel<32, pattern>); \
  GPU_BIGINT_RUN_ON_CUDA(level_kernel<96, pattern>); \
  GPU_BIGINT_RUN_ON_CUDA(level_kernel<1024, pattern>)

GPU_BIGINT_RUN_PATTERN_ON_CUDA(scan_pattern::kogge_stone);
GPU_BIGINT_RUN_PATTERN_ON_CUDA(scan_pattern::ladner_fischer);

}  // namespace gbi::test
