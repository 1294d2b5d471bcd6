/// \file
/// Launches of several executors, of several threads and of random operations come in the right order.
#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_bigint/error.hpp"
#include "src/exec/launch_scope.hpp"
#include "tests/context/fake_executor.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

namespace {

using exec::launch_scope;
using LaunchOrder = on_launch_queue;

TEST_F(LaunchOrder, ManyExecutorsTakeTurns) {
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

TEST_F(LaunchOrder, ThreadsShareAnExecutor) {
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
  program(fake_executor& executor, std::vector<std::unique_ptr<fake_entry>>& entries, std::uint64_t seed)
      : executor_(executor), entries_(entries), random_(seed) {}
  ~program() {
    for (const cell& one : cells_) executor_.release(one.at, one.bytes);
  }

  void operation(int depth = 0) {
    const launch_scope scope;
    for (std::uint64_t steps = random_.below(12); steps-- > 0;) {
      try {
        step(depth);
      } catch (const out_of_memory&) {
        ++refusals_;
      }
    }
  }
  void check_all() {
    for (const cell& one : cells_) check(one);
  }
  int refusals() const { return refusals_; }

 private:
  struct cell {
    std::uint64_t* at;
    std::size_t bytes;
    std::optional<std::uint64_t> value;  ///< nothing if the call that should have set it has failed
  };

  void step(int depth) {
    const std::uint64_t which = random_.below(20);
    if (which < 2 && depth < 3) return operation(depth + 1);
    if (cells_.empty() || which < 4) return allocate();
    if (which < 6) return release();
    if (which < 7) return check(any());
    if (which < 8) return copy();
    launch();
  }
  cell& any() { return cells_[random_.below(cells_.size())]; }

  void allocate() {
    const std::size_t bytes = random_.log_uniform(8, std::uint64_t{12} << 20);
    cells_.push_back({static_cast<std::uint64_t*>(executor_.allocate(bytes)), bytes, {}});
    cell& made = cells_.back();
    const std::uint64_t value = random_.bits();
    executor_.launch(*entries_[0], made.at, 0, value);
    made.value = value;
  }
  void release() {
    cell& one = any();
    executor_.release(one.at, one.bytes);
    one = cells_.back();
    cells_.pop_back();
  }
  void launch() {
    cell& one = any();
    const std::uint64_t factor = random_.below(4) == 0 ? 0 : random_.bits(), summand = random_.bits();
    const std::optional<std::uint64_t> before = std::exchange(one.value, {});
    executor_.launch(*entries_[random_.below(2)], one.at, factor, summand);
    if (before || factor == 0) one.value = before.value_or(0) * factor + summand;
  }
  void copy() {
    const cell from = any();
    cell& to = any();
    to.value = {};
    executor_.copy(to.at, from.at, 8);
    to.value = from.value;
  }
  void check(const cell& one) {
    const std::uint64_t value = executor_.value_of(one.at);
    if (one.value) {
      EXPECT_EQ(value, *one.value);
    }
  }

  fake_executor& executor_;
  std::vector<std::unique_ptr<fake_entry>>& entries_;
  random_source random_;
  std::vector<cell> cells_;
  int refusals_ = 0;
};

TEST_F(LaunchOrder, RandomOperations) {
  random_source random(test_seed());
  program one(*executor_, entries_, random.bits());
  for (int i = 0; i < 2000; ++i) {
    fake_cuda::now().is_behind = random.below(4) == 0;
    fake_cuda::now().is_captured = random.below(50) == 0;
    one.operation();
  }
  one.check_all();
  EXPECT_EQ(one.refusals(), 0);
  EXPECT_GT(fake_cuda::now().graph_launches, 100);
}

TEST_F(LaunchOrder, RandomOperationsWithoutMemory) {
  random_source random(test_seed());
  program one(*executor_, entries_, random.bits());
  int failures = 0;
  for (int i = 0; i < 2000; ++i) {
    fake_cuda::fail("", static_cast<int>(random.between(1, 10)), cudaErrorMemoryAllocation);
    one.operation();
    failures += fake_cuda::stop_failing() ? 1 : 0;
  }
  one.check_all();
  EXPECT_GT(failures, 500);
  EXPECT_GT(one.refusals(), 5);
}

TEST_F(LaunchOrder, RandomOperationsOfThreads) {
  const std::uint64_t seed = test_seed();
  fake_cuda::now().capacity = std::size_t{400} << 20;
  fake_executor other(0, nullptr);
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      program one(i == 0 ? other : *executor_, entries_, seed + i);
      for (int j = 0; j < 200; ++j) {
        one.operation();
        if (i == 1 && j % 20 == 0) executor_->trim();
        // Finds no memory, so all executors return what they keep.
        if (i == 2 && j % 20 == 0) {
          EXPECT_THROW(static_cast<void>(executor_->allocate(std::size_t{500} << 20)), out_of_memory);
        }
      }
      one.check_all();
    });
  for (std::thread& one : threads) one.join();
}

}  // namespace

}  // namespace gbi::test
