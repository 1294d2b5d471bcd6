/// \file
/// Launches that wait: their order, their arguments, when they are submitted, and what happens if CUDA fails.
#include <algorithm>
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
#include "src/exec/cuda/peers.hpp"
#include "src/exec/launch_scope.hpp"
#include "tests/context/fake_executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using exec::launch_scope;
using strings = std::vector<std::string>;

class LaunchQueue : public on_fake_device {
 protected:
  LaunchQueue() {
    make();
    for (const char* const name : {"a", "b", "c", "d", "e"})
      executor_->load(*entries_.emplace_back(std::make_unique<fake_entry>(name)));
    at_ = word(1);
    executor_->synchronize();
    seen();
    fake_cuda::now().plain_launches = fake_cuda::now().overlapping_launches = 0;
  }
  ~LaunchQueue() override {
    fake_cuda::stop_failing();
    if (executor_ != nullptr) end();
  }

  void launch(int which, std::uint64_t factor, std::uint64_t summand) {
    executor_->launch(*entries_[static_cast<std::size_t>(which)], at_, factor, summand);
    expected_ = expected_ * factor + summand;
  }
  /// One operation with these launches.
  void run(const std::vector<int>& kernels) {
    const launch_scope scope;
    for (const int one : kernels) launch(one, 3, ++summand_);
  }
  void expect_right() { EXPECT_EQ(executor_->value_of(at_), expected_); }

  std::vector<std::unique_ptr<fake_entry>> entries_;
  std::uint64_t* at_ = nullptr;
  std::uint64_t expected_ = 1, summand_ = 0;
};

TEST_F(LaunchQueue, LaunchesOutsideOperationsDoNotWait) {
  launch(0, 2, 3);
  EXPECT_EQ(seen(), strings{"a"});
  launch(1, 5, 7);
  EXPECT_EQ(seen(), strings{"b"});
  EXPECT_EQ(*at_, 32u);
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
  const auto peers = exec::cuda::make_peers(std::array<exec::executor*, 2>{executor_.get(), executor_.get()});
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
    EXPECT_EQ(seen(), (strings{"record", "b", "wait for event", "wait for event"})) << "the end of the copy";
  }
  executor_->release(memory, large);
  executor_->release_pinned(report);
  expect_right();
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
  for (int i = 0; i < 16; ++i) launch(i % 5, 3, 1);
  EXPECT_EQ(count(seen()), 12u) << "nobody knows yet";
  launch(0, 3, 1);
  EXPECT_EQ(count(seen()), 5u);
  for (int i = 0; i < 20; ++i) {
    launch(i % 5, 3, 1);
    EXPECT_EQ(count(seen()), 1u);
  }
  fake_cuda::now().is_behind = false;
  for (int i = 0; i < 3; ++i) launch(i, 3, 1);
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
  const launch_scope scope;
  launch(0, 2, 3);
  launch(1, 5, 7);
  end();
  const strings now = seen();
  EXPECT_EQ(strings(now.begin(), now.begin() + 2), (strings{"a", "b"}));
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

TEST_F(LaunchQueue, ManyExecutorsTakeTurns) {
  std::vector<std::unique_ptr<fake_executor>> many;
  std::vector<std::uint64_t*> words;
  for (int i = 0; i < 10; ++i) {
    cudaSetDevice(i);
    many.push_back(std::make_unique<fake_executor>(i, nullptr));
    many.back()->load(*entries_[0]);
    words.push_back(static_cast<std::uint64_t*>(many.back()->allocate(8)));
    many.back()->clear(words.back(), 8);
  }
  cudaSetDevice(0);
  for (int times = 0; times < 5; ++times) {
    const launch_scope scope;
    for (std::uint64_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < many.size(); ++i) many[i]->launch(*entries_[0], words[i], 10, i + j);
  }
  for (std::size_t i = 0; i < many.size(); ++i) {
    EXPECT_EQ(many[i]->value_of(words[i]) % 1000, (i * 100 + (i + 1) * 10 + i + 2) % 1000) << i;
    many[i]->release(words[i], 8);
  }
  EXPECT_EQ(fake_cuda::now().graph_launches, 8 * 3) << "of the executors that an operation remembers";
}

TEST_F(LaunchQueue, ThreadsShareAnExecutor) {
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::uint64_t seed = 0; seed < 4; ++seed)
    threads.emplace_back([&, seed] {
      random_source random(test_seed() + seed);
      auto* const own = static_cast<std::uint64_t*>(executor_->allocate(8));
      executor_->clear(own, 8);
      std::uint64_t right = 0;
      for (int i = 0; i < 200; ++i) {
        {
          const launch_scope scope;
          for (std::uint64_t j = random.below(9); j-- > 0;) {
            executor_->launch(*entries_[random.below(5)], own, 3, j);
            right = right * 3 + j;
          }
        }
        if (executor_->value_of(own) != right) ++wrong;
      }
      executor_->release(own, 8);
    });
  for (std::thread& one : threads) one.join();
  EXPECT_EQ(wrong, 0);
}

/// Operations with random launches, blocks of memory and copies.
class program {
 public:
  program(fake_executor& executor, std::vector<std::unique_ptr<fake_entry>>& entries, random_source& random)
      : executor_(executor), entries_(entries), random_(random) {}
  ~program() {
    for (const cell& one : cells_) executor_.release(one.at, one.bytes);
  }

  void operation(int depth = 0) {
    const launch_scope scope;
    for (std::uint64_t steps = random_.below(12); steps-- > 0;) {
      const std::uint64_t which = random_.below(20);
      if (which < 2 && depth < 3)
        operation(depth + 1);
      else if (cells_.empty() || which < 4)
        allocate();
      else if (which < 6)
        release();
      else if (which < 7)
        check(random_.below(cells_.size()));
      else if (which < 8)
        copy();
      else
        launch();
    }
  }
  void check_all() {
    for (std::size_t i = 0; i < cells_.size(); ++i) check(i);
  }

 private:
  struct cell {
    std::uint64_t* at;
    std::size_t bytes;
    std::uint64_t value;
  };

  void allocate() {
    const std::size_t bytes = random_.log_uniform(8, std::uint64_t{12} << 20);
    auto* const at = static_cast<std::uint64_t*>(executor_.allocate(bytes));
    cells_.push_back({at, bytes, 0});
    executor_.launch(*entries_[0], at, 0, cells_.back().value = random_.bits());
  }
  void release() {
    const std::size_t i = random_.below(cells_.size());
    executor_.release(cells_[i].at, cells_[i].bytes);
    cells_[i] = cells_.back();
    cells_.pop_back();
  }
  void launch() {
    cell& one = cells_[random_.below(cells_.size())];
    const std::uint64_t factor = random_.bits(), summand = random_.bits();
    executor_.launch(*entries_[random_.below(2)], one.at, factor, summand);
    one.value = one.value * factor + summand;
  }
  void copy() {
    const cell& from = cells_[random_.below(cells_.size())];
    cell& to = cells_[random_.below(cells_.size())];
    executor_.copy(to.at, from.at, 8);
    to.value = from.value;
  }
  void check(std::size_t i) { EXPECT_EQ(executor_.value_of(cells_[i].at), cells_[i].value); }

  fake_executor& executor_;
  std::vector<std::unique_ptr<fake_entry>>& entries_;
  random_source& random_;
  std::vector<cell> cells_;
};

TEST_F(LaunchQueue, RandomOperationsAreRight) {
  random_source random(test_seed());
  program one(*executor_, entries_, random);
  for (int i = 0; i < 2000; ++i) {
    fake_cuda::now().is_behind = random.below(4) == 0;
    fake_cuda::now().is_captured = random.below(50) == 0;
    one.operation();
  }
  one.check_all();
  EXPECT_GT(fake_cuda::now().graph_launches, 100);
}

/// The n-th call of a function finds no memory: the operation throws out_of_memory or nothing happens, and
/// afterwards everything is right.
TEST_F(LaunchQueue, NoFailureOfMemoryLosesALaunch) {
  int failures = 0, refusals = 0;
  for (const char* const function :
       {"", "cudaLaunchKernelExC", "cudaGraphCreate", "cudaGraphAddKernelNode", "cudaGraphAddDependencies",
        "cudaGraphInstantiate", "cudaGraphExecKernelNodeSetParams", "cudaGraphLaunch", "cudaMemGetInfo",
        "cudaEventRecord", "cudaEventQuery"})
    for (const bool and_all_after : {false, true})
      for (int n = 1; n <= 40; ++n) {
        fake_cuda::fail(function, n, cudaErrorMemoryAllocation, and_all_after);
        for (int times = 0; times < 4; ++times) {
          const launch_scope scope;
          for (int i = 0; i < 5; ++i) try {
              launch((n + i) % 5, 3, 1);
            } catch (const out_of_memory&) {
              // The launch that was to be submitted waits, or one that did not wait has not taken place.
              ++refusals;
              const bool failed = fake_cuda::stop_failing();
              EXPECT_TRUE(failed);
              failures += failed ? 1 : 0;
              const std::uint64_t value = executor_->value_of(at_), with = expected_ * 3 + 1;
              ASSERT_TRUE(value == expected_ || value == with) << function << ' ' << n;
              expected_ = value;
            }
        }
        failures += fake_cuda::stop_failing() ? 1 : 0;
        expect_right();
        ASSERT_FALSE(HasFailure()) << function << ' ' << n << ' ' << and_all_after;
      }
  EXPECT_GT(failures, 50);
  EXPECT_GT(refusals, 5);
}

TEST_F(LaunchQueue, AGraphThatFailsIsLaunchedOneByOne) {
  for (const char* const function :
       {"cudaGraphInstantiate", "cudaGraphExecKernelNodeSetParams", "cudaGraphLaunch"}) {
    const int kernel = function[9] == 'I' ? 0 : function[9] == 'E' ? 1 : 2;
    const std::vector<int> kernels{kernel, 3, kernel, 4};
    const int launched = fake_cuda::now().graph_launches;
    for (int times = 0; times < (kernel == 0 ? 2 : 3); ++times) run(kernels);
    fake_cuda::fail(function, 1, cudaErrorNotSupported);
    run(kernels);
    EXPECT_TRUE(fake_cuda::stop_failing()) << function;
    expect_right();
    for (int times = 0; times < 5; ++times) run(kernels);
    expect_right();
    EXPECT_EQ(fake_cuda::now().graph_launches, launched + (kernel == 0 ? 0 : 1)) << "refused for good";
  }
}

TEST_F(LaunchQueue, ALostDeviceIsReportedByEveryReader) {
  {
    const launch_scope scope;
    launch(0, 2, 3);
    launch(1, 2, 3);
    fake_cuda::fail("cudaLaunchKernelExC", 2, cudaErrorLaunchFailure);
  }
  EXPECT_TRUE(fake_cuda::stop_failing());
  for (int times = 0; times < 2; ++times) {
    EXPECT_THROW(executor_->value_of(at_), device_error);
    EXPECT_THROW(executor_->synchronize(), device_error);
    const launch_scope scope;
    EXPECT_THROW(launch(0, 1, 0), device_error);
    EXPECT_NE(executor_->stream(), nullptr);
  }
  try {
    executor_->synchronize();
  } catch (const device_error& error) {
    EXPECT_NE(std::string(error.what()).find("kernel launch"), std::string::npos) << error.what();
  }
}

TEST_F(LaunchQueue, LaunchesThatMustBeGivenUpAreAnError) {
  constexpr std::size_t large = std::size_t{16} << 20;
  void* const memory = executor_->allocate(large);
  {
    const launch_scope scope;
    launch(0, 2, 3);
    fake_cuda::fail("cudaLaunchKernelExC", 1, cudaErrorMemoryAllocation, true);
    executor_->release(memory, large);  // cannot wait for the launch, which may use it
    EXPECT_TRUE(fake_cuda::stop_failing());
  }
  EXPECT_THROW(executor_->value_of(at_), device_error);
}

TEST_F(LaunchQueue, WhatFindsNoMemoryAtTheEndOfAnOperationFindsItLater) {
  executor_->release(executor_->allocate(8), 8);
  seen();
  {
    const launch_scope scope;
    launch(0, 2, 3);
    launch(1, 5, 7);
    fake_cuda::fail("cudaLaunchKernelExC", 1, cudaErrorMemoryAllocation, true);
  }
  EXPECT_EQ(seen(), strings{});
  EXPECT_THROW(executor_->value_of(at_), out_of_memory);
  executor_->release(executor_->allocate(8), 8);  // without the stream
  EXPECT_TRUE(fake_cuda::stop_failing());
  run({2, 3});
  expect_right();
}

}  // namespace

}  // namespace gbi::test
