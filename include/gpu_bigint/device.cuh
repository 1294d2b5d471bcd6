/// \file
/// The library's arithmetic for your own kernels: modular arithmetic and integers held by teams of threads,
/// and blocks that scan and transform. nvcc compiles kernels written with these headers for GPUs. A host
/// compiler compiles the same source for the host, where a loop runs the threads of a block.
/// docs/own_kernels.md is the guide.
#pragma once

#include "gpu_bigint/device/blocks.cuh"
#include "gpu_bigint/device/field.cuh"
#include "gpu_bigint/device/integers.cuh"
#include "gpu_bigint/device/transform.cuh"
#if !defined(__CUDACC_RTC__)
#include "gpu_bigint/device/launch.cuh"
#include "gpu_bigint/device/scan.cuh"
#endif
