/// \file
/// The state of a device_group. A distributed algorithm is written once, as steps that run for every local
/// rank with exchanges in between, just as a kernel is written as phases with barriers in between.
///
///     group.prepare([&](rank& r) { plans and memory: everything that can fail });
///     group.step([&](rank& r) { launches on r.executor });
///     group.link().all_to_all(buffers, bytes);
///     group.step([&](rank& r) { more launches });
///
/// Every rank must reach every exchange, so everything that can fail belongs in prepare().
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "src/context/engine.hpp"
#include "src/distribute/slabs.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::distribute {

/// A rank of this process.
struct rank {
  int number;
  detail::engine& engine;
  exec::executor& executor;
};

class group : process::noncopyable {
 public:
  /// \param machine the ranks of a machine; 0: all
  /// \throws std::invalid_argument if the link and the contexts do not match, or if the link cannot be cut
  /// into such machines
  group(std::unique_ptr<communicator> link, std::vector<context> contexts, int machine);
  /// If an exception destroys the group, other processes may be waiting for this one, so this aborts the
  /// link.
  ~group();

  int size() const noexcept { return link_->size(); }
  int first() const noexcept { return link_->first(); }
  int local() const noexcept { return static_cast<int>(contexts_.size()); }
  /// The ranks of a machine: neighbours, and the same number for each. Links inside it are faster.
  int machine() const noexcept { return machine_; }
  rank_range all() const noexcept { return {0, size()}; }
  communicator& link() noexcept { return *link_; }
  const context& context_of(int local_rank) const {
    return contexts_.at(static_cast<std::size_t>(local_rank));
  }
  rank& at(int local_rank) { return ranks_.at(static_cast<std::size_t>(local_rank)); }

  /// Calls f(rank&) for every local rank in turn, with the rank's context as the current one. The launches of
  /// f are only queued on CUDA, and use all threads on the host. All calls have ended when this returns or
  /// throws. If a call throws, other processes cannot go on, so the link is aborted.
  template <class F>
  void step(F&& f) {
    run_step([&f](rank& own) { f(own); });
  }

  /// Runs a step that may fail, and agrees with the other processes whether any rank has failed. If so, every
  /// process throws: its own exception, or a device_error that names the lowest rank that failed and its
  /// reason. Collective. The link stays usable.
  template <class F>
  void prepare(F&& f) {
    run_prepare([&f](rank& own) { f(own); });
  }

  /// Calls f(local rank) for each local rank in [0, local()) in parallel, each on a thread with the rank's
  /// context as the current one.
  /// \throws the exception of the lowest rank, after all calls have ended
  void side_by_side(const std::function<void(int)>& f);
  /// The same as prepare(), for work that waits for its device. Collective.
  void prepare_side_by_side(const std::function<void(int)>& f);

 private:
  using work = std::function<void(rank&)>;

  /// The exceptions of the ranks; null where there is none.
  std::vector<std::exception_ptr> threads_of(const std::function<void(int)>& f);
  std::vector<std::exception_ptr> failures_of(const work& f);
  void run_step(const work& f);
  void run_prepare(const work& f);

  const int exceptions_;  ///< exceptions in flight when the group was made
  int machine_;
  std::vector<context> contexts_;
  std::vector<rank> ranks_;
  std::unique_ptr<communicator> link_;  // after the contexts, so that it is destroyed first
};

}  // namespace gbi::distribute
