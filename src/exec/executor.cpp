#include "src/exec/executor.hpp"

#include "gpu_bigint/error.hpp"

namespace gbi::exec {

void executor::check_fault() {
  if (*fault() == 0) return;
  *fault() = 0;
  throw device_error(
      device_name() +
      ": a product is wrong that was computed with digits proven to be exact; its result and all that "
      "came of it cannot be trusted. The hardware is faulty");
}

}  // namespace gbi::exec
