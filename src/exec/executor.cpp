#include "src/exec/executor.hpp"

#include <stdexcept>

namespace gbi::exec {

void executor::require_access(const void* memory, const char* operation) const {
  if (!can_access(memory))
    throw std::invalid_argument(std::string(operation) +
                                ": memory that the context's device cannot access: " + device_name());
}

void executor::after_wait(std::uint64_t mark) {
  ++waits_;
  if (listener_ != nullptr) listener_->waited(mark);
}

}  // namespace gbi::exec
