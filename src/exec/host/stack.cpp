#include "src/exec/host/stack.hpp"

#include <pthread.h>

#include <cstdint>

namespace gbi::exec::host {

namespace {

/// Addresses of the calling thread's stack.
struct extent {
  std::uintptr_t begin = 0, end = 0;
};

extent read_extent() noexcept {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return {};
  void* lowest = nullptr;
  std::size_t bytes = 0;
  const bool known = pthread_attr_getstack(&attributes, &lowest, &bytes) == 0;
  pthread_attr_destroy(&attributes);
  const auto begin = reinterpret_cast<std::uintptr_t>(lowest);
  return known ? extent{begin, begin + bytes} : extent{};
}

}  // namespace

bool stack_is_long() noexcept {
  // Asking the system takes tens of microseconds in a program's first thread.
  thread_local constinit extent own{};
  if (own.end == 0) own = read_extent();
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  return here > own.begin && here < own.end && here - own.begin >= least_stack;
}

}  // namespace gbi::exec::host
