/// \file
/// The instances of scan_kernels.hpp for CUDA.
#include "tests/kernels/run_on_cuda.cuh"
#include "tests/kernels/scan_kernels.hpp"

namespace gbi::test {

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
