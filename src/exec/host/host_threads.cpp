#include "src/process/host_threads.hpp"

#include "src/exec/host/threads.hpp"

namespace gbi::process {

unsigned host_threads() noexcept {
  return exec::host::thread_count();
}

void on_host_threads(unsigned most, void (*share)(const void*) noexcept, const void* work) noexcept {
  try {
    exec::host::run_shares(share, work, most);
  } catch (...) {  // before any call: no memory for threads, or no thread with a long stack
    share(work);
  }
}

}  // namespace gbi::process
