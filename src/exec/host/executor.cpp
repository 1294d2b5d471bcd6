#include "src/exec/host/executor.hpp"

#include <omp.h>

#include <chrono>
#include <cstring>

namespace gbi::exec::host {

std::string host_executor::device_name() const {
  const int threads = omp_get_max_threads();
  return std::to_string(threads) + (threads == 1 ? " host thread" : " host threads");
}

void host_executor::upload(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // no bytes may come with null pointers
}
void host_executor::download(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memcpy(target, source, bytes);  // no bytes may come with null pointers
  after_wait();
}
void host_executor::copy(void* target, const void* source, std::size_t bytes) {
  if (bytes > 0) std::memmove(target, source, bytes);
}
double host_executor::seconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}
void host_executor::clear(void* target, std::size_t bytes) {
  if (bytes > 0) std::memset(target, 0, bytes);
}

}  // namespace gbi::exec::host
