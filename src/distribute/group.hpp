/// \file
/// What a device_group refers to. A distributed algorithm is written once, as steps that run for every local
/// rank, with exchanges between them, as a kernel is written as phases with barriers between.
///
///     group.prepare([&](rank& r) { plans and memory: everything that can fail });
///     group.step([&](rank& r) { launches on r.executor });
///     group.link().all_to_all(buffers, bytes);
///     group.step([&](rank& r) { more launches });
///
/// Never an exchange that some rank may not reach: what can fail belongs into prepare().
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "src/context/engine.hpp"
#include "src/exec/noncopyable.hpp"

namespace gbi::distribute {

/// A rank of this process.
struct rank {
  int number;
  detail::engine& engine;
  exec::executor& executor;
};

class group : exec::noncopyable {
 public:
  /// \throws std::invalid_argument if the link and the contexts do not fit
  group(std::unique_ptr<communicator> link, std::vector<context> contexts);
  /// If an exception ends the group, other processes may wait for this one: it aborts the link.
  ~group();

  int size() const noexcept { return link_->size(); }
  int first() const noexcept { return link_->first(); }
  int local() const noexcept { return static_cast<int>(contexts_.size()); }
  communicator& link() noexcept { return *link_; }
  const context& context_of(int local_rank) const {
    return contexts_.at(static_cast<std::size_t>(local_rank));
  }
  rank& at(int local_rank) { return ranks_.at(static_cast<std::size_t>(local_rank)); }

  /// Calls f(rank&) for every local rank, with the rank's context as the current one: in rank order on the
  /// calling thread, as launches only queue; on the host, where they compute, side by side. All calls have
  /// ended when it returns or throws. If a call throws and there are other processes, they cannot go on, so
  /// the link is aborted.
  template <class F>
  void step(F&& f) {
    run_step([&f](rank& own) { f(own); });
  }

  /// Runs a step that may fail, and agrees with the other processes whether anyone has failed. If so, every
  /// process throws: its own exception, or a device_error that names the lowest rank that failed and its
  /// reason. Collective. The link stays usable.
  template <class F>
  void prepare(F&& f) {
    run_prepare([&f](rank& own) { f(own); });
  }

  /// Calls f(local rank) for each of the local ranks in [0, local()) side by side, each on a thread with the
  /// rank's context as the current one.
  /// \throws the exception of the lowest rank, after all calls have ended
  void side_by_side(const std::function<void(int)>& f);

 private:
  using work = std::function<void(rank&)>;

  /// The exceptions of the ranks; null where there is none.
  std::vector<std::exception_ptr> threads_of(const std::function<void(int)>& f);
  std::vector<std::exception_ptr> failures_of(const work& f);
  void run_step(const work& f);
  void run_prepare(const work& f);

  const int exceptions_;  ///< under way when the group was made
  std::vector<context> contexts_;
  std::vector<rank> ranks_;
  std::unique_ptr<communicator> link_;  // after the contexts, so that it ends first
};

}  // namespace gbi::distribute
