#include "src/exec/launch_scope.hpp"

namespace gbi::exec {

bool launch_scope::submit_at_end(const std::shared_ptr<waiting_launches>& launches) noexcept {
  if (outermost_ == nullptr) return false;
  for (std::shared_ptr<waiting_launches>& one : outermost_->waiting_) {
    if (one == launches) return true;
    if (one != nullptr) continue;
    one = launches;
    return true;
  }
  return false;
}

void launch_scope::end() noexcept {
  outermost_ = nullptr;
  for (const std::shared_ptr<waiting_launches>& one : waiting_) {
    if (one == nullptr) return;
    one->operation_ended();
  }
}

}  // namespace gbi::exec
