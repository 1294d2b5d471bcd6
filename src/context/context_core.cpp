#include "src/context/context_core.hpp"

#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/context/engine.hpp"
#include "src/plan/planner.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::detail {

context_core& context_core::create(plan::tuning tuned, executor_maker make) {
  // Cores are never destroyed. The list keeps them reachable for leak checkers.
  static auto& all = *new std::vector<std::unique_ptr<context_core>>;
  static process::fork_mutex& mutex = *new process::fork_mutex;
  std::unique_ptr<context_core> made(new context_core(std::move(tuned), std::move(make)));
  const std::scoped_lock lock(mutex);
  return *all.emplace_back(std::move(made));
}

std::shared_ptr<engine> context_core::adopt(std::unique_ptr<exec::executor> executor) {
  auto made = std::make_shared<engine>(std::move(executor), *this);
  const std::scoped_lock lock(mutex_);
  engine_ = made;
  return made;
}

std::shared_ptr<engine> context_core::living_engine() {
  const std::scoped_lock lock(mutex_);
  if (auto living = engine_.lock()) return living;
  if (make_ == nullptr) throw device_error("the context of a number no longer exists");
  auto made = std::make_shared<engine>(make_(), *this);
  engine_ = made;
  return made;
}

engine::~engine() {
  try {
    executor_->synchronize();
  } catch (const std::exception&) {  // the device has failed; later reads report the error
  }
  executor_->inform(nullptr);
}

plan::planner engine::planner() const noexcept {
  return {tuning(), verifier_.mode()};
}

std::shared_ptr<engine> engine::make(std::unique_ptr<exec::executor> executor, plan::tuning tuned) {
  return context_core::create(std::move(tuned), nullptr).adopt(std::move(executor));
}

std::shared_ptr<engine> engine::make(std::unique_ptr<exec::executor> executor,
                                     const plan::word_limits& limits) {
  const words::floating_scope environment;
  plan::tuning tuned = plan::resolve_tuning(executor->properties(), read_environment());
  tuned.words = limits;
  return make(std::move(executor), std::move(tuned));
}

}  // namespace gbi::detail
