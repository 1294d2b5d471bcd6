#include "bench/rivals/cub_scan.hpp"

#include <cuda_runtime_api.h>

#include <bit>
#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include "bench/rivals/cuda_check.hpp"

namespace gbi::bench {

namespace {

struct array_of {
  int log2_size;
  __host__ __device__ std::int64_t operator()(std::int64_t element) const { return element >> log2_size; }
};

/// CUB's convention: without a workspace only its size is returned.
template <class T>
void scan(void* workspace, std::size_t& bytes, const T* in, T* out, std::size_t size, std::size_t batch,
          cudaStream_t stream) {
  const auto count = static_cast<std::int64_t>(size * batch);
  if (batch == 1) return check(cub::DeviceScan::InclusiveSum(workspace, bytes, in, out, count, stream));
  const auto keys = thrust::make_transform_iterator(thrust::counting_iterator<std::int64_t>(0),
                                                    array_of{std::countr_zero(size)});
  check(cub::DeviceScan::InclusiveSumByKey(workspace, bytes, keys, in, out, count, cuda::std::equal_to<>{},
                                           stream));
}

}  // namespace

template <class T>
cub_scan<T>::cub_scan(void* stream, std::size_t size, std::size_t batch)
    : stream_(stream), size_(size), batch_(batch) {
  scan<T>(nullptr, workspace_bytes_, nullptr, nullptr, size_, batch_, nullptr);
  check(cudaMalloc(&workspace_, workspace_bytes_));
}

template <class T>
cub_scan<T>::~cub_scan() {
  cudaFree(workspace_);
}

template <class T>
void cub_scan<T>::operator()(const T* in, T* out) const {
  std::size_t bytes = workspace_bytes_;
  scan(workspace_, bytes, in, out, size_, batch_, static_cast<cudaStream_t>(stream_));
}

template class cub_scan<std::int32_t>;
template class cub_scan<std::int64_t>;
template class cub_scan<double>;

}  // namespace gbi::bench
