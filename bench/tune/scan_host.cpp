/// \file
/// Host instances of the candidates.
#include "bench/tune/scan_executor_impl.hpp"
#include "src/exec/host/run.hpp"

namespace gbi::bench {

std::unique_ptr<exec::executor> tuning_host_executor() {
  return std::make_unique<tuning_executor<exec::host::host_executor>>();
}

}  // namespace gbi::bench
