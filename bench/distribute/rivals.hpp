/// \file
/// Rivals of the exchanges and transforms of groups, for a build with CUDA.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>

#include "gpu_bigint/device_group.hpp"

namespace gbi::bench {

/// NCCL's all-to-all of so many bytes from each GPU to each other one, by kernels or by copy engines.
void measure_nccl(benchmark::State& state, const device_group& on, std::size_t bytes, bool zero_cta);

/// Two transforms and one back by cuFFT on all GPUs.
void measure_cufft_xt(benchmark::State& state, const device_group& on, std::size_t points);

}  // namespace gbi::bench
