#include "src/exec/host_threads.hpp"

#include "src/exec/host/threads.hpp"

namespace gbi::exec {

unsigned host_threads() noexcept {
  return host::thread_count();
}

void on_host_threads(unsigned most, void (*share)(const void*) noexcept, const void* work) noexcept {
  try {
    host::run_shares(share, work, most);
  } catch (...) {  // before any call: no memory for threads, or no thread with a long stack
    share(work);
  }
}

}  // namespace gbi::exec
