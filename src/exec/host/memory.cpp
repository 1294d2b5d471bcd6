#include "src/exec/host/memory.hpp"

#include <bit>
#include <cstdlib>
#include <string>
#include <utility>

#include "gpu_bigint/error.hpp"

namespace gbi::exec::host {

namespace {

constexpr std::size_t alignment = 256;

/// Rounds up to a multiple of an eighth of the power of two below: at most an eighth is wasted.
std::size_t size_class(std::size_t bytes) {
  const std::size_t step = std::max(alignment, std::bit_floor(std::max<std::size_t>(bytes, 1)) / 8);
  return (bytes + step - 1) / step * step;
}

}  // namespace

void* memory_pool::allocate(std::size_t bytes) {
  const std::size_t size = size_class(bytes);
  const std::scoped_lock lock(mutex_);
  void*& first = free_[size];
  if (first != nullptr) return std::exchange(first, *static_cast<void**>(first));
  void* memory = std::aligned_alloc(alignment, size);
  if (memory == nullptr)
    throw out_of_memory("host executor: no memory for a block of " + std::to_string(bytes) + " bytes");
  try {
    size_of_.emplace(memory, size);
  } catch (...) {
    std::free(memory);
    throw;
  }
  return memory;
}

void memory_pool::release(void* memory) noexcept {
  const std::scoped_lock lock(mutex_);
#if defined(__SANITIZE_ADDRESS__)
  size_of_.erase(memory);  // a sanitizer sees the use of freed memory only if it is really freed
  std::free(memory);
#else
  void*& first = free_.at(size_of_.at(memory));
  *static_cast<void**>(memory) = std::exchange(first, memory);
#endif
}

void memory_pool::trim() noexcept {
  const std::scoped_lock lock(mutex_);
  for (auto& [size, first] : free_) {
    while (first != nullptr) {
      void* memory = std::exchange(first, *static_cast<void**>(first));
      size_of_.erase(memory);
      std::free(memory);
    }
  }
}

}  // namespace gbi::exec::host
