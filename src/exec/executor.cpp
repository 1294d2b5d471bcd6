#include "src/exec/executor.hpp"

#include <stdexcept>

#include "gpu_bigint/error.hpp"

namespace gbi::exec {

void executor::require_access(const void* memory, const char* operation) const {
  if (!can_access(memory))
    throw std::invalid_argument(std::string(operation) +
                                ": memory that the context's device cannot access: " + device_name());
}

void executor::throw_not_listed() {
  throw std::logic_error("launch of a part of a kernel's instances that src/exec/launches.hpp does not list");
}

void executor::check_fault() {
  if (*fault() == 0) return;
  *fault() = 0;
  throw device_error(
      device_name() +
      ": a product is wrong that was computed with digits proven to be exact; its result and all that "
      "came of it cannot be trusted. The hardware is faulty");
}

}  // namespace gbi::exec
