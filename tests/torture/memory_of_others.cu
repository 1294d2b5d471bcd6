#include "tests/torture/memory_of_others.hpp"

namespace gbi::test {

memory_of_others::~memory_of_others() {
  release();
}

bool memory_of_others::take(std::size_t bytes) {
  void* block = nullptr;
  if (cudaMalloc(&block, bytes) != cudaSuccess) {
    cudaGetLastError();
    return false;
  }
  blocks_.push_back(block);
  return true;
}

void memory_of_others::fill() {
  constexpr std::size_t page = 4096;
  for (std::size_t bytes = std::size_t{16} << 30; bytes >= page;)
    if (!take(bytes)) bytes /= 2;
}

void memory_of_others::release() {
  for (void* const block : blocks_) cudaFree(block);
  blocks_.clear();
}

}  // namespace gbi::test
