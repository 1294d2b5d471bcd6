#include "src/exec/host/memory_executor.hpp"

#include <chrono>
#include <cstring>

namespace gbi::exec::host {

void memory_executor::upload(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // with 0 bytes the pointers may be null
}
void memory_executor::download(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // with 0 bytes the pointers may be null
  after_wait();
}
void memory_executor::copy(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memmove(target, source, bytes);
}
double memory_executor::seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
void memory_executor::clear(void* target, std::size_t bytes) {
  if (bytes > 0) std::memset(target, 0, bytes);
}

}  // namespace gbi::exec::host
