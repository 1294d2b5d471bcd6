/// \file
/// Groups of host ranks whose memory runs out on demand, or in which bits flip between launches.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "src/context/engine.hpp"
#include "tests/distribute/sharing.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

/// An executor on the host whose allocations fail on demand.
class scarce_executor final : public watched_executor<distant_executor> {
 public:
  using watched_executor::watched_executor;
  /// The n-th allocation from now on fails, counted from 1; 0: none does.
  void fail(int n) noexcept { left_ = n; }
  void* allocate(std::size_t bytes) override {
    if (left_ > 0 && --left_ == 0) throw out_of_memory("no memory in a test");
    return watched_executor::allocate(bytes);
  }

 private:
  int left_ = 0;
};

/// Counts the launches of a rank.
class launch_counter {
 public:
  explicit launch_counter(scarce_executor& watched) : watched_(watched) {}
  ~launch_counter() { watched_.before_launch = nullptr; }
  launch_counter(const launch_counter&) = delete;
  launch_counter& operator=(const launch_counter&) = delete;

  /// Calls f before launch number `at`, counted from 1.
  void before(int at, std::function<void()> f) {
    launches_ = 0;
    watched_.before_launch = [this, at, f = std::move(f)](const exec::launchable&, const void*) {
      if (++launches_ == at) f();
    };
  }
  int launches() const noexcept { return launches_; }

 private:
  scarce_executor& watched_;
  int launches_ = 0;
};

/// A group of ranks on the host with executors of this kind.
template <class Executor>
struct host_ranks {
  std::vector<Executor*> executors;
  std::vector<context> contexts;
  std::optional<device_group> handle;

  explicit host_ranks(
      int ranks, const std::function<void(plan::tuning&)>& change = [](plan::tuning&) {},
      bool checked = false) {
    for (int r = 0; r < ranks; ++r) {
      auto executor = std::make_unique<Executor>();
      executors.push_back(executor.get());
      plan::tuning tuned = plan::resolve_tuning(executor->properties(), plan::read_environment());
      tuned.words = plan::word_limits::none();
      change(tuned);
      contexts.push_back(detail::context_of(detail::engine::make(std::move(executor), std::move(tuned))));
    }
    auto link = direct_communicator(ranks);
    if (checked) link = check_calls(std::move(link));
    handle.emplace(std::move(link), contexts);
  }
  std::vector<std::size_t> bytes_in_use() const {
    std::vector<std::size_t> result;
    for (const Executor* one : executors) result.push_back(one->bytes_in_use());
    return result;
  }
};
using scarce_group = host_ranks<scarce_executor>;

}  // namespace gbi::test
