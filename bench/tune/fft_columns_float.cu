/// \file
/// Candidates of one pass and precision, in their own source because they take long to compile.
#include "bench/tune/fft_instances.cuh"

namespace gbi::bench {

template void launch_columns<float>(exec::cuda::cuda_executor&,
                                    const kernels::columns_arguments<kernels::points_in<float>>&, int,
                                    kernels::block_policy);

}  // namespace gbi::bench
