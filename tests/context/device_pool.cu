#include "tests/context/device_pool.hpp"

#include <stdexcept>
#include <string>

namespace gbi::test {

namespace {

void check(cudaError_t result) {
  if (result != cudaSuccess) throw std::runtime_error(cudaGetErrorString(result));
}

cudaMemPool_t default_pool() {
  cudaMemPool_t pool = nullptr;
  check(cudaDeviceGetDefaultMemPool(&pool, 0));
  return pool;
}

std::uint64_t attribute(void* pool, cudaMemPoolAttr which) {
  std::uint64_t value = 0;
  check(cudaMemPoolGetAttribute(static_cast<cudaMemPool_t>(pool), which, &value));
  return value;
}

}  // namespace

device_pool::device_pool() {
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t made = nullptr;
  check(cudaMemPoolCreate(&made, &properties));
  pool_ = made;
}
device_pool::~device_pool() {
  cudaMemPoolDestroy(static_cast<cudaMemPool_t>(pool_));
}
std::size_t device_pool::bytes_in_use() const {
  return attribute(pool_, cudaMemPoolAttrUsedMemCurrent);
}
std::uint64_t device_pool::release_threshold() const {
  return attribute(pool_, cudaMemPoolAttrReleaseThreshold);
}

std::uint64_t release_threshold_of_default_pool() {
  return attribute(default_pool(), cudaMemPoolAttrReleaseThreshold);
}

std::size_t free_device_memory() {
  std::size_t free = 0, total = 0;
  check(cudaDeviceSynchronize());
  check(cudaMemGetInfo(&free, &total));
  return free;
}

void* allocate_on_device(std::size_t bytes, void* stream) {
  void* memory = nullptr;
  if (cudaMallocAsync(&memory, bytes, static_cast<cudaStream_t>(stream)) == cudaSuccess) return memory;
  cudaGetLastError();
  return nullptr;
}
void release_on_device(void* memory, void* stream) {
  cudaFreeAsync(memory, static_cast<cudaStream_t>(stream));
}

}  // namespace gbi::test
