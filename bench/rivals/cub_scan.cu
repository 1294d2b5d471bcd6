#include "bench/rivals/cub_scan.hpp"

#include <cuda_runtime_api.h>

#include <cub/device/device_scan.cuh>
#include <stdexcept>

namespace gbi::bench {

namespace {

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

}  // namespace

template <class T>
cub_scan<T>::cub_scan(void* stream, std::size_t size) : stream_(stream), size_(size) {
  const T* in = nullptr;
  T* out = nullptr;
  check(cub::DeviceScan::InclusiveSum(nullptr, workspace_bytes_, in, out, static_cast<std::int64_t>(size)));
  check(cudaMalloc(&workspace_, workspace_bytes_));
}

template <class T>
cub_scan<T>::~cub_scan() {
  cudaFree(workspace_);
}

template <class T>
void cub_scan<T>::operator()(const T* in, T* out) const {
  std::size_t bytes = workspace_bytes_;
  check(cub::DeviceScan::InclusiveSum(workspace_, bytes, in, out, static_cast<std::int64_t>(size_),
                                      static_cast<cudaStream_t>(stream_)));
}

template class cub_scan<std::int32_t>;
template class cub_scan<std::int64_t>;
template class cub_scan<double>;

}  // namespace gbi::bench
