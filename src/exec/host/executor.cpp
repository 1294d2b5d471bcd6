#include "src/exec/host/executor.hpp"

#include <omp.h>

#include "src/exec/launch_table.hpp"

namespace gbi::exec::host {

std::string host_executor::device_name() const {
  const int threads = omp_get_max_threads();
  return std::to_string(threads) + (threads == 1 ? " host thread" : " host threads");
}

void host_executor::launch_listed(std::size_t which, const void* arguments) {
  launch_by_table(*this, which, arguments);
}

}  // namespace gbi::exec::host
