/// \file
/// The part of a context that a short number refers to.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "gpu_bigint/context.hpp"
#include "src/exec/fork_mutex.hpp"
#include "src/plan/environment.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::exec {
class executor;
}

namespace gbi::detail {

class engine;

/// The identity of a context. A short number refers to its home by a plain pointer, because counting
/// references would cost more than the arithmetic. So homes are never destroyed. An engine lives as long as
/// handles or long numbers need it. If only short numbers of a context remain and one of them needs the
/// device again, the home makes a new engine.
class home {
 public:
  using executor_maker = std::function<std::unique_ptr<exec::executor>()>;

  /// \param make makes the executor of a new engine. Null: a destroyed engine cannot be made again
  static home& create(plan::tuning tuned, executor_maker make);
  home(const home&) = delete;
  home& operator=(const home&) = delete;

  const plan::tuning& tuning() const noexcept { return tuning_; }
  const plan::word_limits& limits() const noexcept { return tuning_.words; }
  /// The engine, made again if it was destroyed. \throws device_error if that is not possible
  std::shared_ptr<engine> living_engine();
  /// Makes the first engine.
  std::shared_ptr<engine> adopt(std::unique_ptr<exec::executor> executor);
  /// Sets the verification that a new engine starts with.
  void keep_verification(verification mode);
  /// Results in host words with at least this many limbs are checked. With verification::all, these are the
  /// results that do not fit in a few registers; otherwise there are none.
  std::size_t checked_limbs() const noexcept { return checked_limbs_.load(std::memory_order_relaxed); }
  /// Whether the verification is verification::all.
  bool checks_all() const noexcept { return checked_limbs() == shortest_checked; }

 private:
  static constexpr std::size_t shortest_checked = 16;
  static std::size_t checked_limbs_of(verification mode) noexcept {
    return mode == verification::all ? shortest_checked : ~std::size_t{0};
  }
  home(plan::tuning tuned, executor_maker make)
      : checked_limbs_(checked_limbs_of(tuned.verification)),
        tuning_(std::move(tuned)),
        make_(std::move(make)) {}

  std::atomic<std::size_t> checked_limbs_;  // next to the limits, which every operation also reads
  const plan::tuning tuning_;
  const executor_maker make_;
  exec::fork_mutex mutex_;
  std::weak_ptr<engine> engine_;
  std::optional<verification> verification_;
};

/// The environment variables, read for a new context. Those that concern the whole process take effect here:
/// the host's threads and its memory.
plan::environment read_environment();

/// The home of the calling thread's current context.
home& current_home();

}  // namespace gbi::detail
