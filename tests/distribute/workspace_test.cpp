/// \file
/// The memory of shared products that executors keep: used again for products of any size, and sound after
/// exceptions.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "gpu_bigint/distributed.hpp"
#include "tests/distribute/scarce_group.hpp"
#include "tests/support/inputs.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/watched_executor.hpp"

namespace gbi::test {

namespace {

/// An executor on the host that keeps the longest workspace, and spoils it before it is used again.
class keeping_executor final : public watched_executor<distant_executor> {
 public:
  using watched_executor::watched_executor;
  ~keeping_executor() override { release_kept(); }

  std::span<std::byte> take_workspace(std::size_t bytes) override {
    if (is_short) throw out_of_memory("no workspace in a test");
    ++in_use;
    if (kept_.size() < bytes) {
      release_kept();
      ++allocations;
      return watched_executor::take_workspace(bytes);
    }
    std::memset(kept_.data(), 0xa5, kept_.size());
    return std::exchange(kept_, {});
  }
  void keep_workspace(std::span<std::byte> used) noexcept override {
    --in_use;
    if (used.size() > kept_.size()) std::swap(used, kept_);
    if (!used.empty()) watched_executor::keep_workspace(used);
  }
  void trim() override {
    release_kept();
    watched_executor::trim();
  }

  bool is_short = false;
  int allocations = 0, in_use = 0;  ///< of workspaces
  std::size_t kept_bytes() const noexcept { return kept_.size(); }

 private:
  void release_kept() noexcept {
    if (!kept_.empty()) watched_executor::keep_workspace(std::exchange(kept_, {}));
  }

  std::span<std::byte> kept_;
};

struct setting {
  int ranks;
  bool is_checked;
};

class KeptProductMemory : public testing::TestWithParam<setting> {
 protected:
  distributed_bigint make(const integer& value) const {
    return distributed_bigint::from_limbs(*ranks.handle, value.to_limbs());
  }
  integer some(std::size_t limbs) { return integer(random_limbs(random, limbs)); }
  template <class Get>
  auto of_all(Get&& get) const {
    std::vector<decltype(get(*executors.front()))> result;
    for (const keeping_executor* one : executors) result.push_back(get(*one));
    return result;
  }
  std::vector<int> allocations() const {
    return of_all([](const keeping_executor& one) { return one.allocations; });
  }
  std::vector<std::size_t> kept() const {
    return of_all([](const keeping_executor& one) { return one.kept_bytes(); });
  }
  void expect_none_in_use() const {
    for (const keeping_executor* one : executors) EXPECT_EQ(one->in_use, 0);
  }

  random_source random{test_seed()};
  host_ranks<keeping_executor> ranks{GetParam().ranks, share_always, GetParam().is_checked};
  const std::vector<keeping_executor*>& executors = ranks.executors;
  scoped_context here{ranks.contexts.front()};
};

TEST_P(KeptProductMemory, ServesProductsOfAllSizes) {
  const integer x = some(5000), y = some(5000);
  const auto a = make(x), b = make(y);
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  const std::vector<int> before = allocations();
  for (const std::size_t limbs : {5000, 300, 1, 4000}) {
    const integer z = some(limbs);
    const auto c = make(z);
    EXPECT_TRUE(matches((a * c).gather(), x * z)) << limbs;
    EXPECT_TRUE(matches((c * c).gather(), z * z)) << limbs;
  }
  EXPECT_EQ(allocations(), before);
  expect_none_in_use();
  for (const context& each : ranks.contexts) each.trim();
  EXPECT_EQ(kept(), std::vector<std::size_t>(kept().size(), 0));
  EXPECT_TRUE(matches((a * b).gather(), x * y));
}

TEST_P(KeptProductMemory, IsSoundIfItIsMissingOnOneRank) {
  const integer x = some(400), y = some(300);
  const auto a = make(x), b = make(y);
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  const std::vector<int> before = allocations();
  const std::vector<std::size_t> kept_before = kept();
  for (keeping_executor* const each : executors) {
    if (each->kept_bytes() == 0) continue;  // a group of one shares nothing
    each->is_short = true;
    EXPECT_THROW(static_cast<void>(a * b), out_of_memory);
    each->is_short = false;
    expect_none_in_use();
    EXPECT_EQ(kept(), kept_before);
  }
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  EXPECT_EQ(allocations(), before);
}

// A launch that fails while others have queued copies from and to the memory.
TEST_P(KeptProductMemory, IsSoundIfOneRankFailsInTheMiddle) {
  const integer x = some(400), y = some(300);
  const auto a = make(x), b = make(y);
  keeping_executor& failing = *executors[random.below(executors.size())];
  int launches = 0;
  failing.before_launch = [&](const exec::launchable&, const void*) { ++launches; };
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  const std::vector<int> before = allocations();
  for (const int at : {1, launches / 3, launches / 2}) {
    int left = std::max(1, at);
    failing.before_launch = [&](const exec::launchable&, const void*) {
      if (--left == 0) throw std::runtime_error("a launch fails in a test");
    };
    EXPECT_THROW(static_cast<void>((a * b).gather()), std::runtime_error) << at << " of " << launches;
    expect_none_in_use();
  }
  failing.before_launch = nullptr;
  EXPECT_TRUE(matches((a * b).gather(), x * y));
  EXPECT_EQ(allocations(), before);
}

INSTANTIATE_TEST_SUITE_P(, KeptProductMemory,
                         testing::Values(setting{1, false}, setting{2, false}, setting{3, false},
                                         setting{4, false}, setting{8, false}, setting{2, true},
                                         setting{4, true}),
                         [](const testing::TestParamInfo<setting>& information) {
                           return (information.param.is_checked ? "checked" : "direct") +
                                  std::to_string(information.param.ranks);
                         });

}  // namespace

}  // namespace gbi::test
