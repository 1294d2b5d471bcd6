/// \file
/// Replaces operator new and the system's function for aligned memory by functions that fail on demand.
#include <cstdlib>
#include <new>

#include "tests/torture/countdown.hpp"

namespace {

bool fails(gbi::test::countdown& calls) noexcept {
  return gbi::test::host_memory_needs == 0 && calls.fails();
}

}  // namespace

void* operator new(std::size_t bytes) {
  if (fails(gbi::test::new_calls)) throw std::bad_alloc();
  void* const memory = std::malloc(bytes == 0 ? 1 : bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return fails(gbi::test::new_calls) ? nullptr : std::malloc(bytes == 0 ? 1 : bytes);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  std::free(memory);
}

extern "C" void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  void* memory = nullptr;
  if (fails(gbi::test::system_calls) || posix_memalign(&memory, alignment, bytes) != 0) return nullptr;
  return memory;
}
