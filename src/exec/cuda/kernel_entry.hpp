/// \file
/// Kernels as CUDA launches them. Sources of kernels include this file, so it includes little.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "src/exec/cuda/code.hpp"

namespace gbi::exec::cuda {

/// One instance of a kernel and the resources of its blocks. Lives as long as the process. Its parameters are
/// the arguments of the kernel's body and two words.
///
/// A program may contain several copies of CUDA's runtime, one of them inside the library, and a kernel can
/// be launched only by the copy with which its source has registered it. So the source tells which one that
/// is.
struct kernel_entry {
  const void* function;
  std::uint32_t threads, shared_bytes;
  std::uint32_t argument_bytes;  ///< of its first parameter
  loaded_on* devices;            ///< that have launched it
  cudaError_t (*launch)(const cudaLaunchConfig_t*, const void*, void**);
  cudaError_t (*set_attribute)(const void*, cudaFuncAttribute, int);
};

/// One launch. Refers to its arguments.
struct grid_launch {
  const kernel_entry* entry;
  std::uint32_t blocks;
  const void* arguments;
  std::uint32_t blocks_per_problem, batch;
};

}  // namespace gbi::exec::cuda
