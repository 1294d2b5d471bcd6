#include "src/exec/executor.hpp"

#include <stdexcept>

#include "src/exec/ledger.hpp"

namespace gbi::exec {

void executor::require_access(const void* memory, const char* operation) const {
  if (!can_access(memory))
    throw std::invalid_argument(std::string(operation) +
                                ": memory that the context's device cannot access: " + device_name());
}

void executor::throw_not_listed() {
  throw std::logic_error("launch of a part of a kernel's instances that src/exec/launches.hpp does not list");
}

std::uint64_t executor::mark() {
  return ledger_ != nullptr ? ledger_->mark() : 0;
}

void executor::after_wait(std::uint64_t mark) {
  ++waits_;
  if (ledger_ != nullptr) ledger_->settle(mark);
  if (const collector* const here = collector::innermost()) here->require_no_failure();
}

}  // namespace gbi::exec
