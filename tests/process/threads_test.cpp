/// \file
/// The threads of the host: shares, exceptions, several callers, callers with short stacks, children of fork.
#include <gtest/gtest.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "gpu_bigint/all.hpp"
#include "src/exec/host/stack.hpp"
#include "src/exec/host/threads.hpp"
#include "src/plan/environment.hpp"
#include "src/process/fork_mutex.hpp"
#include "tests/process/computations.hpp"
#include "tests/support/environment.hpp"
#include "tests/support/executors.hpp"

namespace gbi::test {

namespace {

using exec::host::on_threads, exec::host::set_threads, exec::host::thread_count;

/// Sets the number of threads until the end of the scope.
class with_threads {
 public:
  explicit with_threads(unsigned count) { set_threads(count); }
  ~with_threads() { set_threads(plan::host_threads(plan::read_environment())); }
  with_threads(const with_threads&) = delete;
  with_threads& operator=(const with_threads&) = delete;
};

/// Takes every piece once, on any number of threads. \returns how often each was taken
std::vector<int> taken(std::uint64_t pieces) {
  std::vector<std::atomic<int>> times(pieces);
  std::atomic<std::uint64_t> next = 0;
  on_threads(pieces, [&] {
    for (std::uint64_t i = next++; i < pieces; i = next++) ++times[i];
  });
  return {times.begin(), times.end()};
}

/// Runs on a new thread with a stack of this many bytes. \returns what it returns
bool on_stack_of(std::size_t bytes, std::function<bool()> work) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, bytes) != 0) throw std::logic_error("no such stack");
  struct task {
    std::function<bool()> work;
    bool result = false;
  } task{std::move(work)};
  pthread_t thread{};
  const auto entry = [](void* given) -> void* {
    auto& own = *static_cast<struct task*>(given);
    own.result = own.work();
    return nullptr;
  };
  if (pthread_create(&thread, &attributes, entry, &task) != 0) throw std::logic_error("no thread");
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  return task.result;
}

/// Whether a child of fork finds that the work returns true. A child that hangs is killed after a while.
bool in_child(const std::function<bool()>& work) {
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    bool right = false;
    try {
      right = work();
    } catch (...) {
    }
    _exit(right ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool all_right(const std::vector<computation>& all) {
  bool right = true;
  for (const computation& one : all) right &= one.result() == one.expected;
  return right;
}

TEST(Threads, TakeEveryPieceOnce) {
  for (const unsigned threads : {1, 2, 5, 16}) {
    const with_threads scope(threads);
    for (const std::uint64_t pieces : {1, 2, 3, 100, 5000})
      EXPECT_EQ(taken(pieces), std::vector<int>(pieces, 1)) << threads << " threads";
  }
}

/// A grid without blocks needs no threads.
TEST(Threads, AreNotMadeForNothing) {
  const with_threads four(4);
  on_threads(0, [] { ADD_FAILURE() << "a share of nothing"; });
}

TEST(Threads, FollowEachOther) {
  const with_threads scope(4);
  for (int i = 0; i < 2000; ++i) {
    std::atomic<int> sum = 0, next = 0;
    on_threads(8, [&] {
      for (int piece = next++; piece < 8; piece = next++) sum += piece;
    });
    ASSERT_EQ(sum, 28);
  }
}

TEST(Threads, PassExceptionsToTheCaller) {
  const with_threads scope(4);
  for (const int culprit : {0, 1, 50, 99}) {
    std::atomic<int> next = 0, ended = 0;
    EXPECT_THROW(on_threads(100,
                            [&] {
                              for (int i = next++; i < 100; i = next++) {
                                if (i == culprit) throw std::domain_error("piece");
                                ++ended;
                                std::this_thread::yield();
                              }
                            }),
                 std::domain_error);
    EXPECT_LE(ended, 99);
    EXPECT_EQ(taken(100), std::vector<int>(100, 1));
  }
}

TEST(Threads, ServeManyCallers) {
  const with_threads scope(3);
  std::atomic<int> wrong = 0;
  {
    std::vector<std::jthread> callers(80);  // more than may have workers at once
    for (std::jthread& caller : callers)
      caller = std::jthread([&] {
        for (int i = 0; i < 20; ++i)
          if (taken(7) != std::vector<int>(7, 1)) ++wrong;
      });
  }
  EXPECT_EQ(wrong, 0);
}

/// A worker has the library's floating-point environment, whichever thread started it, and receives no
/// signals of the program.
TEST(Threads, KeepSignalsForTheProgram) {
  const with_threads scope(4);
  std::atomic<int> next = 0, unblocked = 0;
  const std::thread::id caller = std::this_thread::get_id();
  on_threads(200, [&] {
    for (int i = next++; i < 200; i = next++) {
      std::this_thread::sleep_for(std::chrono::microseconds(50));
      sigset_t mask;
      pthread_sigmask(SIG_SETMASK, nullptr, &mask);
      if (std::this_thread::get_id() != caller && sigismember(&mask, SIGTERM) == 0) ++unblocked;
    }
  });
  EXPECT_EQ(unblocked, 0);
}

TEST(Threads, AreAsManyAsTheEnvironmentSays) {
  const with_threads restored(0);
  {
    const environment_variable asked("GPU_BIGINT_THREADS", "3");
    EXPECT_EQ(context(backend::host).device_name(), "3 host threads");
  }
  {
    const environment_variable asked("GPU_BIGINT_THREADS", "1");
    EXPECT_EQ(context(backend::host).device_name(), "1 host thread");
  }
  for (const char* wrong : {"0", "-1", "two", "4097", "3 ", "99999999999"}) {
    const environment_variable asked("GPU_BIGINT_THREADS", wrong);
    EXPECT_THROW(context{backend::host}, std::invalid_argument) << wrong;
    EXPECT_EQ(thread_count(), 1U);
  }
  const environment_variable unset("GPU_BIGINT_THREADS", "");
  cpu_set_t mask;
  ASSERT_EQ(sched_getaffinity(0, sizeof mask, &mask), 0);
  const context processors(backend::host);
  EXPECT_EQ(thread_count(), static_cast<unsigned>(CPU_COUNT(&mask)));
}

TEST(Stack, LengthIsKnown) {
  EXPECT_TRUE(exec::host::stack_is_long());
  EXPECT_FALSE(on_stack_of(exec::host::least_stack, [] { return exec::host::stack_is_long(); }));
  EXPECT_TRUE(on_stack_of(2 * exec::host::least_stack, [] { return exec::host::stack_is_long(); }));
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// A sanitizer makes frames several times as long.
constexpr std::size_t short_stack = std::size_t{64} << 10;
#else
constexpr std::size_t short_stack = std::size_t{384} << 10;
#endif

class ShortStack : public testing::TestWithParam<unsigned> {};

TEST_P(ShortStack, ComputesEverything) {
  const with_threads scope(GetParam());
  for (const plan::word_limits& limits : {plan::word_limits::none(), plan::word_limits::of(1024)}) {
    const context where = new_context("host", limits);
    const scoped_context use(where);
    random_source random(test_seed());
    for (const computation& one : all_computations(random, test_scale() < 1 ? 2000 : 9000))
      EXPECT_TRUE(on_stack_of(short_stack, [&] {
        const scoped_context own(where);
        return one.result() == one.expected;
      })) << one.name;
  }
}
INSTANTIATE_TEST_SUITE_P(, ShortStack, testing::Values(1, 3), testing::PrintToStringParamName());

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
/// A sanitizer takes address space of its own.
TEST(Threads, AreNotNeeded) {
  EXPECT_TRUE(in_child([] {
    rlimit memory{};
    std::ifstream pages("/proc/self/statm");
    pages >> memory.rlim_cur;
    // Less than the stacks of two workers is left.
    memory.rlim_cur = memory.rlim_max =
        memory.rlim_cur * sysconf(_SC_PAGESIZE) + exec::host::worker_stack * 3 / 2;
    if (setrlimit(RLIMIT_AS, &memory) != 0) return false;
    set_threads(32);
    const bool right = taken(1000) == std::vector<int>(1000, 1);
    const gpu_bigint x = (gpu_bigint(1) << 100000) - 1;
    return right && (x * x) / x == x;
  }));
}
#endif

#if !defined(__SANITIZE_THREAD__)
/// ThreadSanitizer allows no threads in the child of a process with threads.

TEST(Fork, ChildComputes) {
  const with_threads scope(3);
  for (const plan::word_limits& limits : {plan::word_limits::none(), plan::word_limits::of(1024)}) {
    const scoped_context use(new_context("host", limits));
    random_source random(test_seed());
    const std::vector<computation> all = all_computations(random, test_scale() < 1 ? 700 : 2000);
    EXPECT_TRUE(all_right(all));  // the parent has workers
    EXPECT_TRUE(in_child([&] { return all_right(all) && in_child([&] { return all_right(all); }); }));
    EXPECT_TRUE(all_right(all));
  }
}

/// The child has none of the threads that are working on grids, allocations and tables when fork is called.
TEST(Fork, WhileOthersMultiply) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "the sanitizer's own allocator stays locked in the child";
#endif
  const with_threads scope(3);
  const context where = new_context("host", plan::word_limits::none());
  const scoped_context use(where);
  random_source random(test_seed());
  const integer a(random_limbs(random, 3000)), b(random_limbs(random, 2000)), product = a * b;
  std::atomic<bool> ended = false;
  std::atomic<int> wrong = 0, products = 0;
  std::vector<std::jthread> others(3);
  for (std::jthread& other : others)
    other = std::jthread([&] {
      const scoped_context own(where);
      const gpu_bigint x = from_oracle(a), y = from_oracle(b);
      for (; !ended; ++products)
        if (to_oracle(x * y) != product) ++wrong;
    });
  const gpu_bigint x = from_oracle(a), y = from_oracle(b);
  while (products == 0) std::this_thread::yield();
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(in_child([&] {
      const gpu_bigint longer = pow(x, 2);  // needs other tables
      return to_oracle(x * y) == product && to_oracle(longer) == a * a;
    }));
  ended = true;
  others.clear();
  EXPECT_EQ(wrong, 0);
}

/// A mutex that another thread has locked is free in the child, and the data it guards are consistent.
TEST(Fork, WaitsForMutexes) {
  process::fork_mutex first, second;
  int guarded = 0;
  std::atomic<bool> ended = false;
  std::jthread other([&] {
    while (!ended) {
      const std::scoped_lock one(first);
      ++guarded;
      const std::scoped_lock two(second);
      ++guarded;
    }
  });
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(in_child([&] {
      const std::scoped_lock two(second);
      const std::scoped_lock one(first);
      return guarded % 2 == 0;
    }));
  ended = true;
}
#endif

}  // namespace

}  // namespace gbi::test
