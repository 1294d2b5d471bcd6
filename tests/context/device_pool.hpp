/// \file
/// CUDA's memory for tests that are compiled without CUDA's headers.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gbi::test {

/// A cudaMemPool_t on device 0.
class device_pool {
 public:
  device_pool();
  ~device_pool();
  device_pool(const device_pool&) = delete;
  device_pool& operator=(const device_pool&) = delete;

  void* get() const { return pool_; }
  std::size_t bytes_in_use() const;
  std::uint64_t release_threshold() const;

 private:
  void* pool_ = nullptr;
};

/// The release threshold of the default pool of device 0.
std::uint64_t release_threshold_of_default_pool();

/// Unused bytes of device 0.
std::size_t free_device_memory();

/// Stream-ordered memory of the default pool; null if there is none.
void* allocate_on_device(std::size_t bytes, void* stream);
void release_on_device(void* memory, void* stream);

}  // namespace gbi::test
