/// \file
/// The test kernels' instances for CUDA.
#include "tests/kernels/primitive_kernels.hpp"
#include "tests/kernels/run_on_cuda.cuh"

namespace gbi::test {

template struct on_cuda<position_kernel>;
template struct on_cuda<reverse_kernel<32>>;
template struct on_cuda<reverse_kernel<1024>>;
template struct on_cuda<collectives_kernel<16>>;
template struct on_cuda<collectives_kernel<32>>;
template struct on_cuda<collectives_kernel<256>>;
template struct on_cuda<byte_product_kernel<32, 1, 1, 1>>;
template struct on_cuda<byte_product_kernel<96, 2, 2, 3>>;
template struct on_cuda<byte_product_kernel<128, 1, 3, 2>>;
template struct on_cuda<byte_product_kernel<128, 1, 4, 3>>;
template struct on_cuda<byte_product_kernel<256, 2, 4, 1>>;
template struct on_cuda<byte_product_kernel<128, 1, 5, 2>>;
template struct on_cuda<slots_kernel<32>>;
template struct on_cuda<slots_kernel<384>>;
template struct on_cuda<byte_convolution_kernel<1, 256, 4>>;
template struct on_cuda<byte_convolution_kernel<8, 256, 2>>;
template struct on_cuda<byte_convolution_kernel<4, 512, 8>>;
template struct on_cuda<byte_convolution_kernel<2, 512, 4>>;
template struct on_cuda<byte_window_kernel<1, 8, 1>>;
template struct on_cuda<byte_window_kernel<12, 16, 2>>;
template struct on_cuda<byte_window_kernel<3, 16, 3>>;
template struct on_cuda<scan_kernel<32>>;
template struct on_cuda<scan_kernel<96>>;
template struct on_cuda<scan_kernel<256>>;
template struct on_cuda<scan_kernel<1024>>;
template struct on_cuda<atomics_kernel>;
template struct on_cuda<chain_kernel>;

}  // namespace gbi::test
