/// \file
/// The test kernels' instances for CUDA.
#include "tests/kernels/primitive_kernels.hpp"
#include "tests/kernels/run_on_cuda.cuh"

namespace gbi::test {

GPU_BIGINT_RUN_ON_CUDA(position_kernel);
GPU_BIGINT_RUN_ON_CUDA(reverse_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(reverse_kernel<1024>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<16>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(collectives_kernel<256>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<32, 1, 1, 1>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<96, 2, 2, 3>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<128, 1, 3, 2>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<128, 1, 4, 3>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<256, 2, 4, 1>);
GPU_BIGINT_RUN_ON_CUDA(byte_product_kernel<128, 1, 5, 2>);
GPU_BIGINT_RUN_ON_CUDA(slots_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(slots_kernel<384>);
GPU_BIGINT_RUN_ON_CUDA(byte_convolution_kernel<1, 256, 4>);
GPU_BIGINT_RUN_ON_CUDA(byte_convolution_kernel<8, 256, 2>);
GPU_BIGINT_RUN_ON_CUDA(byte_convolution_kernel<4, 512, 8>);
GPU_BIGINT_RUN_ON_CUDA(byte_convolution_kernel<2, 512, 4>);
GPU_BIGINT_RUN_ON_CUDA(byte_window_kernel<1, 8, 1>);
GPU_BIGINT_RUN_ON_CUDA(byte_window_kernel<12, 16, 2>);
GPU_BIGINT_RUN_ON_CUDA(byte_window_kernel<3, 16, 3>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<32>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<96>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<256>);
GPU_BIGINT_RUN_ON_CUDA(scan_kernel<1024>);
GPU_BIGINT_RUN_ON_CUDA(atomics_kernel);
GPU_BIGINT_RUN_ON_CUDA(chain_kernel);

}  // namespace gbi::test
