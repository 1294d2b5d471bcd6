/// \file
/// Rivals of the exchanges and transforms of groups, in builds with CUDA.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>

#include "gpu_bigint/device_group.hpp"

namespace gbi::bench {

/// NCCL's all-to-all of `bytes` from each GPU to each other GPU, by kernels or by copy engines.
void measure_nccl(benchmark::State& state, const device_group& on, std::size_t bytes, bool zero_cta);

/// The scan of measure_scan_on_ranks by CUB on each GPU and NCCL.
void measure_nccl_scan(benchmark::State& state, const device_group& on, std::size_t count);

/// cuFFT's three transforms of a product on all GPUs.
void measure_cufft_xt(benchmark::State& state, const device_group& on, std::size_t points);

}  // namespace gbi::bench
