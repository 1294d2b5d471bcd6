#include "bench/rivals/cuda_stream.hpp"

#include <cuda_runtime_api.h>

#include <stdexcept>

namespace gbi::bench {

void* new_cuda_stream() {
  cudaStream_t stream = nullptr;
  if (const cudaError_t result = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
      result != cudaSuccess)
    throw std::runtime_error(cudaGetErrorString(result));
  return stream;
}

}  // namespace gbi::bench
