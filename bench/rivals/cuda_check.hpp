/// \file
/// Errors of CUDA in rivals.
#pragma once

#include <cuda_runtime_api.h>

#include <stdexcept>

namespace gbi::bench {

/// \throws std::runtime_error if a call failed
inline void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

}  // namespace gbi::bench
