/// \file
/// What a short number knows of its context.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::exec {
class executor;
}

namespace gbi::detail {

class engine;

/// The name of a context. A short number refers to it by pointer and counts no references, which would cost
/// more than its arithmetic; so homes are never destroyed. An engine lives as long as handles or long numbers
/// need it; should short numbers be all that is left of a context, and one of them need the device again, its
/// home makes the engine anew.
class home {
 public:
  using executor_maker = std::function<std::unique_ptr<exec::executor>()>;

  /// \param make null: an engine that is gone cannot be made again
  static home& create(plan::tuning tuned, executor_maker make);
  home(const home&) = delete;
  home& operator=(const home&) = delete;

  const plan::tuning& tuning() const noexcept { return tuning_; }
  const plan::word_limits& limits() const noexcept { return tuning_.words; }
  /// \throws device_error if it is gone and cannot be made again
  std::shared_ptr<engine> living_engine();
  /// The first engine.
  std::shared_ptr<engine> adopt(std::unique_ptr<exec::executor> executor);
  /// What an engine that is made anew shall take over.
  void keep_verification(verification mode);

 private:
  home(plan::tuning tuned, executor_maker make) : tuning_(std::move(tuned)), make_(std::move(make)) {}

  const plan::tuning tuning_;
  const executor_maker make_;
  std::mutex mutex_;
  std::weak_ptr<engine> engine_;
  std::optional<verification> verification_;
};

/// Of the calling thread's current context.
home& current_home();

}  // namespace gbi::detail
