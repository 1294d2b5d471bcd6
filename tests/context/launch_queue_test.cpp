/// \file
/// Launches that wait: their order, their arguments, when they are submitted, and what happens if CUDA fails.
#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/exec/cuda/launch_chain.hpp"
#include "src/exec/cuda/launch_queue.hpp"
#include "src/exec/cuda/peers.hpp"
#include "src/exec/launch_scope.hpp"
#include "tests/context/fake_executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using exec::launch_scope, exec::cuda::launch_queue;
using strings = std::vector<std::string>;
using LaunchQueue = on_launch_queue;

TEST_F(LaunchQueue, LaunchesOutsideOperationsDoNotWait) {
  launch(0, 2, 3);
  EXPECT_EQ(seen(), strings{"a"});
  launch(1, 5, 7);
  EXPECT_EQ(seen(), strings{"b"});
  EXPECT_EQ(*at_, 32u);
}

TEST_F(LaunchQueue, WideGridsDoNotWait) {
  const std::uint32_t narrow = launch_queue::narrow_grid(executor_->properties().multiprocessors);
  const launch_scope scope;
  executor_->launch(*entries_[0], at_, 1, 0, narrow);
  EXPECT_EQ(seen(), strings{});
  executor_->launch(*entries_[1], at_, 1, 0, narrow + 1);
  EXPECT_EQ(seen(), (strings{"a", "b"}));
  executor_->launch(*entries_[2], at_, 1, 0, narrow);
  EXPECT_EQ(seen(), strings{});
}

TEST_F(LaunchQueue, AnOperationSubmitsAtItsEnd) {
  {
    const launch_scope outer;
    {
      const launch_scope inner;
      launch(0, 2, 3);
      launch(1, 5, 7);
    }
    launch(2, 11, 1);
    EXPECT_EQ(seen(), strings{}) << "only the outermost operation counts";
  }
  EXPECT_EQ(seen(), (strings{"a", "b", "c"}));
  EXPECT_EQ(fake_cuda::now().overlapping_launches, 3);
  expect_right();
}

TEST_F(LaunchQueue, FirstFourThenEightThenSixteenAreSubmittedTogether) {
  for (int times = 0; times < 2; ++times) {
    seen();
    const launch_scope scope;
    std::vector<int> at_once;
    for (int i = 1; i <= 50; ++i) {
      launch(i % 3, 3, static_cast<std::uint64_t>(i));
      if (const strings now = seen(); !now.empty()) {
        // Twice in fifty launches the device is asked whether it is behind.
        at_once.push_back(static_cast<int>(
            std::count_if(now.begin(), now.end(), [](const auto& what) { return what != "record"; })));
      }
    }
    std::erase(at_once, 0);
    EXPECT_EQ(at_once, (std::vector<int>{4, 8, 16, 16}));
  }
  expect_right();
}

TEST_F(LaunchQueue, TheThirdTimeASequenceIsAGraph) {
  for (int times = 1; times <= 6; ++times) {
    run({0, 1, 0, 2});
    EXPECT_EQ(fake_cuda::now().graph_launches, std::max(0, times - 2));
    expect_right();
  }
  EXPECT_EQ(fake_cuda::now().programmatic_edges, 3);
  EXPECT_EQ(fake_cuda::now().instances, 1);
  run({0, 1, 0, 3});
  EXPECT_EQ(fake_cuda::now().graph_launches, 4) << "another sequence";
  for (int times = 1; times <= 6; ++times) run({0, 1});
  EXPECT_EQ(fake_cuda::now().graph_launches, 4) << "too short";
  expect_right();
}

TEST_F(LaunchQueue, GridsOfAGraphChange) {
  for (std::uint32_t blocks = 1; blocks <= 5; ++blocks) {
    fake_cuda::now().blocks.clear();
    {
      const launch_scope scope;
      for (std::uint32_t i = 0; i < 4; ++i) executor_->launch(*entries_[i], at_, 1, 0, 10 * blocks + i);
    }
    EXPECT_EQ(fake_cuda::now().blocks,
              (std::vector<unsigned>{10 * blocks, 10 * blocks + 1, 10 * blocks + 2, 10 * blocks + 3}));
  }
  EXPECT_EQ(fake_cuda::now().graph_launches, 3);
}

TEST_F(LaunchQueue, KeepsABoundedNumberOfGraphs) {
  random_source random(test_seed());
  constexpr int most = 64;
  for (int i = 0; i < 300; ++i) {
    std::vector<int> kernels(4);
    for (int& one : kernels) one = static_cast<int>(random.below(entries_.size()));
    for (int times = 0; times < 3; ++times) run(kernels);
    EXPECT_LE(fake_cuda::now().instances, most);
    EXPECT_LE(fake_cuda::now().graphs, most);
  }
  EXPECT_EQ(fake_cuda::now().instances, most);
  const std::vector<int> often{4, 4, 4};
  for (int times = 0; times < 3; ++times) run(often);
  for (int i = 0; i < 2 * most; ++i) {
    run({i % 5, i / 5 % 5, i / 25 % 5, 0, 0});
    const int launched = fake_cuda::now().graph_launches;
    run(often);
    EXPECT_EQ(fake_cuda::now().graph_launches, launched + 1) << "a graph that is used often stays";
  }
  expect_right();
  executor_->trim();
  EXPECT_EQ(fake_cuda::now().instances, 0);
  run({0, 1, 2, 3});
  expect_right();
}

TEST_F(LaunchQueue, TheFirstLaunchOfAKernelDoesNotWait) {
  fake_entry fresh("fresh", 100000);
  {
    const launch_scope scope;
    launch(0, 2, 3);
    executor_->launch(fresh, at_, 3, 4);
    EXPECT_EQ(seen(), (strings{"a", "fresh"}));
    EXPECT_EQ(fake_cuda::now().largest_shared, 100000u);
    executor_->launch(fresh, at_, 5, 6);
    EXPECT_EQ(seen(), strings{});
  }
  EXPECT_EQ(executor_->value_of(at_), ((1 * 2 + 3) * 3 + 4) * 5 + 6u);

  fake_entry refused("refused");
  fake_cuda::now().capacity = std::size_t{60} << 20;
  const launch_scope scope;
  EXPECT_THROW(executor_->launch(refused, at_, 0, 0), out_of_memory);
  fake_cuda::now().capacity = std::size_t{1} << 30;
  executor_->launch(refused, at_, 0, 9);
  EXPECT_EQ(executor_->value_of(at_), 9u);
}

TEST_F(LaunchQueue, KernelsOfAnotherRuntimeDoNotWait) {
  static int launches = 0;
  launches = 0;
  fake_entry other("other");
  other.get().launch = [](const cudaLaunchConfig_t* grid, const void* function, void** parameters) {
    ++launches;
    return cudaLaunchKernelExC(grid, function, parameters);
  };
  executor_->load(other);
  seen();
  const launch_scope scope;
  launch(0, 2, 3);
  executor_->launch(other, at_, 1, 0);
  EXPECT_EQ(seen(), (strings{"a", "other"}));
  EXPECT_EQ(launches, 2);
}

TEST_F(LaunchQueue, EverythingElseComesAfterWhatWaits) {
  constexpr std::size_t large = std::size_t{16} << 20;
  std::vector<std::byte> host(large);
  void* const memory = executor_->allocate(large);
  const auto peers =
      exec::cuda::make_peers(std::array<exec::executor*, 2>{executor_.get(), executor_.get()}, 1);
  fake_executor other(0, nullptr);
  std::uint64_t* const report = static_cast<std::uint64_t*>(executor_->allocate_pinned(8));
  *report = 7;
  void* extra = nullptr;
  const std::vector<std::pair<const char*, std::function<void()>>> calls{
      {"upload", [&] { executor_->upload(memory, host.data(), 100); }},
      {"long upload", [&] { executor_->upload(memory, host.data(), large); }},
      {"download of words", [&] { executor_->download(host.data(), memory, 16); }},
      {"download", [&] { executor_->download(host.data(), memory, 100001); }},
      {"long download", [&] { executor_->download(host.data(), memory, large); }},
      {"read", [&] { executor_->download(host.data(), memory, 1000, {}); }},
      {"copy", [&] { executor_->copy(memory, host.data(), 100); }},
      {"clear", [&] { executor_->clear(memory, 100); }},
      {"allocate", [&] { extra = executor_->allocate(large); }},
      {"release", [&] { executor_->release(extra, large); }},
      {"keep_workspace",
       [&] {
         executor_->keep_workspace(executor_->take_workspace(large));
         executor_->release(executor_->take_workspace(large).data(), large);
       }},
      {"release_pinned", [&] { executor_->release_pinned(executor_->allocate_pinned(8)); }},
      {"synchronize", [&] { executor_->synchronize(); }},
      {"await", [&] { executor_->await(report, 7, 0); }},
      {"stream", [&] { EXPECT_NE(executor_->stream(), nullptr); }},
      {"precede", [&] { executor_->precede(other.stream()); }},
      {"follow", [&] { executor_->follow(other.stream()); }},
      {"seconds_of", [&] { executor_->seconds_of([] {}); }},
      {"trim", [&] { executor_->trim(); }},
      {"peers begin", [&] { peers->begin(); }},
      {"peers copy", [&] {
         peers->copy(0, memory, 0, host.data(), 8);
         peers->copy(0, memory, 1, host.data(), 8);
       }}};
  seen();
  for (const auto& [name, call] : calls) {
    const launch_scope scope;
    launch(1, 3, 1);
    ASSERT_EQ(seen(), strings{}) << name;
    call();
    const strings now = seen();
    ASSERT_FALSE(now.empty()) << name;
    EXPECT_EQ(now.front(), "b") << name;
    EXPECT_EQ(std::count(now.begin(), now.end(), "b"), 1) << name;
  }
  {
    const launch_scope scope;
    launch(1, 3, 1);
    peers->end();
    EXPECT_EQ(seen(), (strings{"b", "wait for event", "wait for event"})) << "the end of the copy";
  }
  executor_->release(memory, large);
  executor_->release_pinned(report);
  expect_right();
}

/// Another thread makes a launch and a mark while this one begins to wait.
class busy_listener final : public exec::wait_listener {
 public:
  std::function<void()> launch, check;
  std::uint64_t mark() const noexcept override {
    launch();
    return 1;
  }
  void waited(std::uint64_t) override { check(); }
};

TEST_F(LaunchQueue, AWaitIncludesTheLaunchesOfItsMark) {
  std::array<std::uint64_t, 16> host{};
  busy_listener listener;
  int launches = 0, waits = 0;
  listener.launch = [&] {
    launch(0, 3, 1);
    ++launches;
  };
  listener.check = [&] {
    EXPECT_EQ(*at_, expected_);
    ++waits;
  };
  executor_->inform(&listener);
  const launch_scope scope;
  executor_->synchronize();
  executor_->download(host.data(), at_, 8);
  executor_->download(host.data(), at_, 7);
  executor_->download(host.data(), at_, 8, {});
  executor_->inform(nullptr);
  EXPECT_EQ(launches, 4);
  EXPECT_EQ(waits, 4);
}

TEST_F(LaunchQueue, WorkIsTimedWithItsLaunches) {
  const launch_scope scope;
  launch(0, 2, 3);
  EXPECT_GT(executor_->seconds_of([&] { launch(1, 5, 7); }), 0);
  EXPECT_EQ(seen(), (strings{"a", "record", "b", "record"}));
}

TEST_F(LaunchQueue, ABlockIsReusedInTheOrderOfLaunches) {
  const launch_scope scope;
  auto* first = static_cast<std::uint64_t*>(executor_->allocate(4096));
  executor_->launch(*entries_[0], first, 0, 5);
  executor_->launch(*entries_[1], first, 2, 1);
  executor_->release(first, 4096);
  seen();
  auto* const second = static_cast<std::uint64_t*>(executor_->allocate(4096));
  EXPECT_EQ(second, first);
  EXPECT_EQ(seen(), strings{}) << "neither a pool nor the stream is needed";
  executor_->launch(*entries_[2], second, 2, 1);
  EXPECT_EQ(executor_->value_of(second), 23u);
  executor_->release(second, 4096);
}

TEST_F(LaunchQueue, ADeviceThatIsBehindGetsLaunchesAtOnce) {
  const auto count = [](strings what) {
    std::erase(what, "record");
    return what.size();
  };
  const launch_scope scope;
  fake_cuda::now().is_behind = true;
  for (int i = 0; i < 4 + 8 + 16; ++i) launch(i % 5, 3, 1);
  EXPECT_EQ(count(seen()), 28u) << "nobody asks before 16 launches are made";
  for (int i = 0; i < 20; ++i) {
    launch(i % 5, 3, 1);
    EXPECT_EQ(count(seen()), 1u);
  }
  fake_cuda::now().is_behind = false;
  int alone = 0;
  for (launch(0, 3, 1); count(seen()) == 1; launch(0, 3, 1)) ++alone;
  EXPECT_GE(alone, 16) << "until a point is reached in time";
  EXPECT_LT(alone, 16 + 4);
  for (int i = 0; i < 2; ++i) launch(i, 3, 1);
  EXPECT_EQ(count(seen()), 0u);
  expect_right();
}

TEST_F(LaunchQueue, TheHostThatHasWaitedIsNotAhead) {
  fake_cuda::now().is_behind = true;
  for (int i = 0; i < 10; ++i) {
    const launch_scope scope;
    for (int j = 0; j < 10; ++j) launch(j % 5, 3, 1);
    executor_->synchronize();
    seen();
    launch(0, 3, 1);
    EXPECT_EQ(seen(), strings{});
  }
  expect_right();
}

TEST_F(LaunchQueue, NobodyElsesGraphContainsOurs) {
  for (int times = 0; times < 4; ++times) run({0, 1, 2, 3});
  EXPECT_EQ(fake_cuda::now().graph_launches, 2);
  executor_->synchronize();
  fake_cuda::now().is_captured = true;
  seen();
  for (int times = 0; times < 6; ++times) run({0, 1, 2, 3});
  const strings now = seen();
  EXPECT_EQ(std::count(now.begin(), now.end(), "record"), 0) << "of an event that others wait for";
  EXPECT_EQ(now.size(), 24u);
  EXPECT_EQ(fake_cuda::now().graph_launches, 2);
  fake_cuda::now().is_captured = false;
  expect_right();
}

TEST_F(LaunchQueue, AnExecutorMayEndInAnOperation) {
  void* callers = nullptr;
  cudaHostAlloc(&callers, 8, cudaHostAllocDefault);
  auto* const at = static_cast<std::uint64_t*>(callers);
  *at = 1;
  {
    const launch_scope scope;
    {
      fake_executor short_lived(0, nullptr);
      short_lived.launch(*entries_[0], at, 2, 3);
      short_lived.launch(*entries_[1], at, 5, 7);
      EXPECT_EQ(*at, 1u);
    }
    EXPECT_EQ(*at, 32u);
  }
  cudaFreeHost(callers);
}

TEST_F(LaunchQueue, AStreamOfEachThreadGetsLaunchesAtOnce) {
  end();
  make({.stream = cudaStreamPerThread});
  at_ = word(1);
  seen();
  const launch_scope scope;
  launch(0, 2, 3);
  EXPECT_EQ(seen(), strings{"a"});
  executor_->release(executor_->allocate(512), 512);
  EXPECT_EQ(seen(), (strings{"allocate", "free"})) << "threads share no blocks";
}

}  // namespace

}  // namespace gbi::test
