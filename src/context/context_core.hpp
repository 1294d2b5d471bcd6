/// \file
/// The part of a context that a short number refers to.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/plan/environment.hpp"
#include "src/plan/tuning.hpp"
#include "src/process/fork_mutex.hpp"

namespace gbi::exec {
class executor;
}

namespace gbi::detail {

class engine;

/// The identity of a context. A short number refers to its core by a plain pointer, because counting
/// references would cost more than the arithmetic. So cores are never destroyed. An engine lives as long as
/// handles or long numbers need it. If only short numbers of a context remain and one of them needs the
/// device again, the core makes a new engine.
class context_core {
 public:
  using executor_maker = std::function<std::unique_ptr<exec::executor>()>;

  /// \param make makes the executor of a new engine. Null: a destroyed engine cannot be made again
  static context_core& create(plan::tuning tuned, executor_maker make);
  context_core(const context_core&) = delete;
  context_core& operator=(const context_core&) = delete;

  const plan::tuning& tuning() const noexcept { return tuning_; }
  const plan::word_limits& limits() const noexcept { return tuning_.words; }
  /// The engine, made again if it was destroyed. \throws device_error if that is not possible
  std::shared_ptr<engine> living_engine();
  /// Makes the first engine.
  std::shared_ptr<engine> adopt(std::unique_ptr<exec::executor> executor);
  /// The verification that a new engine starts with. A living engine has the same.
  verification mode() const noexcept { return mode_.load(std::memory_order_relaxed); }
  void set_mode(verification mode) noexcept { mode_.store(mode, std::memory_order_relaxed); }

 private:
  context_core(plan::tuning tuned, executor_maker make)
      : mode_(tuned.verification), tuning_(std::move(tuned)), make_(std::move(make)) {}

  std::atomic<verification> mode_;
  const plan::tuning tuning_;
  const executor_maker make_;
  process::fork_mutex mutex_;
  std::weak_ptr<engine> engine_;
};

/// The environment variables, read for a new context. Those that concern the whole process take effect here:
/// the host's threads and its memory.
plan::environment read_environment();

/// The core of the calling thread's current context.
context_core& current_core();

}  // namespace gbi::detail
