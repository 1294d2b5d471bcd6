#include "src/exec/host/thread_pool.hpp"

#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "gpu_bigint/error.hpp"
#include "src/exec/host/stack.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::exec::host {

namespace {

using clock = std::chrono::steady_clock;

/// How long a worker spins while it waits for the next grid. The grids of a product follow each other within
/// microseconds, and waking a thread takes longer than many of them.
constexpr std::chrono::microseconds idle_spin(20);
/// How long a caller spins while workers leave its grid, which takes at most the time of a block, and how
/// long it then keeps yielding its core to other threads.
constexpr std::chrono::microseconds spin(20), yielding(500);

std::atomic<unsigned> wanted_threads = 0;
std::atomic<thread_pool*> current = nullptr;

/// Processors in the affinity mask of the calling thread; at least 1.
unsigned processors() noexcept {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  // A machine with more processors than the mask has bits is refused with EINVAL.
  if (sched_getaffinity(0, sizeof mask, &mask) == 0)
    return static_cast<unsigned>(std::max(1, CPU_COUNT(&mask)));
  return std::max(1U, std::thread::hardware_concurrency());
}

unsigned available_processors() noexcept {
  static const unsigned count = std::min(processors(), most_threads);
  return count;
}

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

/// Spins for at most `time` while the condition holds. \returns whether it still holds
template <class Condition>
bool spin_while(std::chrono::microseconds time, Condition&& holds) {
  constexpr int between_looks_at_the_clock = 32;
  const auto begin = clock::now();
  do {
    for (int i = 0; i < between_looks_at_the_clock; ++i) {
      if (!holds()) return false;
      pause();
    }
  } while (clock::now() - begin < time);
  return holds();
}

/// The same, but yields the core to other threads.
template <class Condition>
bool yield_while(std::chrono::microseconds time, Condition&& holds) {
  const auto begin = clock::now();
  do {
    if (!holds()) return false;
    std::this_thread::yield();
  } while (clock::now() - begin < time);
  return holds();
}

/// Waits until the word is not `value`.
void wait_while(std::atomic<std::uint32_t>& word, std::uint32_t value) {
  const auto holds = [&] { return word.load(std::memory_order_acquire) == value; };
  if (spin_while(spin, holds) && yield_while(yielding, holds))
    while (holds()) word.wait(value, std::memory_order_acquire);
}

/// Whether workers may spin. If there are more threads than processors, they would take cores from each
/// other.
bool spins() noexcept {
  return thread_count() <= available_processors();
}

/// Blocks signals, which are for the threads of the program. Workers get only those of their own faults and
/// of profilers.
class blocked_signals : process::noncopyable {
 public:
  blocked_signals() noexcept {
    sigset_t all;
    sigfillset(&all);
    for (const int own : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGPROF}) sigdelset(&all, own);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

struct worker_start {
  void (*serve)(thread_pool&, unsigned);
  thread_pool* pool;
  unsigned worker;
};

}  // namespace

unsigned thread_count() noexcept {
  const unsigned asked = wanted_threads.load(std::memory_order_relaxed);
  return asked != 0 ? asked : available_processors();
}

void set_threads(unsigned count) noexcept {
  wanted_threads.store(std::min(count, most_threads), std::memory_order_relaxed);
}

void run_shares(share call, const void* work, std::uint64_t pieces) {
  if (pieces == 0) return;
  if (pieces == 1 && stack_is_long()) return call(work);
  thread_pool::of_process().run(call, work, pieces);
}

thread_pool& thread_pool::of_process() {
  if (thread_pool* const made = current.load(std::memory_order_acquire)) return *made;
  static process::fork_mutex& mutex = *new process::fork_mutex;
  const std::scoped_lock lock(mutex);
  if (thread_pool* const made = current.load(std::memory_order_acquire)) return *made;
  // The pool is never destroyed: workers use it until the process ends. The child of a fork leaves it as it
  // is.
  [[maybe_unused]] static const int registered = [] {
    if (pthread_atfork(nullptr, nullptr, [] { current.store(nullptr, std::memory_order_release); }) != 0)
      throw std::bad_alloc();
    return 0;
  }();
  auto* const made = new thread_pool;
  current.store(made, std::memory_order_release);
  return *made;
}

thread_pool::slot* thread_pool::take_slot() noexcept {
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    slot& one = slots_[i];
    if (one.taken.load(std::memory_order_relaxed) || one.taken.exchange(true, std::memory_order_acquire))
      continue;
    std::uint32_t used = slots_used_.load(std::memory_order_relaxed);
    while (used <= i && !slots_used_.compare_exchange_weak(used, static_cast<std::uint32_t>(i + 1))) {
    }
    return &one;
  }
  return nullptr;
}

void thread_pool::run(share call, const void* work, std::uint64_t pieces) {
  const bool takes_part = stack_is_long();
  const auto most_helpers = [&](std::uint64_t threads) {
    return static_cast<unsigned>(std::min(pieces, threads) - (takes_part ? 1 : 0));
  };
  unsigned helpers = most_helpers(thread_count());
  if (helpers > 0) helpers = std::min(helpers, workers(helpers));
  if (helpers == 0 && !takes_part)
    throw device_error(
        concat("host executor: the calling thread's stack is too short for a kernel, which needs ",
               least_stack, " bytes, and the system has no thread with a longer one"));
  slot* grid = helpers > 0 ? take_slot() : nullptr;
  if (grid == nullptr && takes_part) return call(work);  // the workers have enough to do
  for (; grid == nullptr; grid = take_slot()) std::this_thread::yield();

  grid->call = call;
  grid->work = work;
  open(*grid, helpers);
  std::exception_ptr failure;
  if (takes_part) {
    try {
      call(work);
    } catch (...) {
      failure = std::current_exception();
    }
  } else {
    wait_while(grid->finished, 0);
  }
  close(*grid);
  if (grid->failed.exchange(false, std::memory_order_acquire)) {
    const std::exception_ptr theirs = std::exchange(grid->failure, nullptr);
    if (failure == nullptr) failure = theirs;
  }
  grid->finished.store(0, std::memory_order_relaxed);
  grid->taken.store(false, std::memory_order_release);
  if (failure != nullptr) std::rethrow_exception(failure);
}

void thread_pool::open(slot& grid, std::uint32_t places) {
  grid.state.store(places * one_place, std::memory_order_release);
  // A worker counts itself as asleep before it looks at this number for the last time.
  opened_.fetch_add(1, std::memory_order_seq_cst);
  const std::uint32_t asleep = sleepers_.load(std::memory_order_seq_cst);
  if (asleep <= places) {
    if (asleep > 0) opened_.notify_all();
    return;
  }
  for (std::uint32_t i = 0; i < places; ++i) opened_.notify_one();
}

void thread_pool::close(slot& grid) noexcept {
  std::uint32_t left = grid.state.fetch_and(one_place - 1, std::memory_order_acq_rel) & (one_place - 1);
  while (left != 0) {
    wait_while(grid.state, left);
    left = grid.state.load(std::memory_order_acquire);
  }
}

void thread_pool::work_on(slot& grid) noexcept {
  try {
    grid.call(grid.work);
  } catch (...) {
    if (!grid.failed.exchange(true, std::memory_order_relaxed)) grid.failure = std::current_exception();
  }
  if (grid.finished.exchange(1, std::memory_order_release) == 0) grid.finished.notify_one();
  if (grid.state.fetch_sub(1, std::memory_order_acq_rel) < one_place) grid.state.notify_one();
}

unsigned thread_pool::workers(unsigned wanted) noexcept {
  const unsigned ready = made_.load(std::memory_order_relaxed);
  if (ready >= wanted) return ready;
  const auto now = clock::now().time_since_epoch().count();
  if (now < next_attempt_.load(std::memory_order_relaxed)) return ready;
  const std::scoped_lock lock(mutex_);
  pthread_attr_t attributes;
  if (made_ >= wanted || pthread_attr_init(&attributes) != 0) return made_;
  pthread_attr_setstacksize(&attributes, worker_stack);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  const blocked_signals blocked;
  while (made_ < wanted) {
    auto* const start = new (std::nothrow)
        worker_start{[](thread_pool& pool, unsigned worker) { pool.serve(worker); }, this, made_};
    const auto entry = [](void* given) -> void* {
      const worker_start own = *static_cast<worker_start*>(given);
      delete static_cast<worker_start*>(given);
      own.serve(*own.pool, own.worker);
      return nullptr;
    };
    pthread_t made{};
    if (start == nullptr || pthread_create(&made, &attributes, entry, start) != 0) {
      delete start;
      next_attempt_ = now + clock::duration(std::chrono::seconds(1)).count();
      break;
    }
    ++made_;
  }
  pthread_attr_destroy(&attributes);
  return made_;
}

void thread_pool::serve(unsigned worker) noexcept {
  const words::floating_scope environment;
  for (;;) {
    const std::uint32_t seen = opened_.load(std::memory_order_acquire);
    if (slot* const grid = join(worker)) {
      work_on(*grid);
      continue;
    }
    const auto nothing_new = [&] { return opened_.load(std::memory_order_acquire) == seen; };
    if (spins() && !spin_while(idle_spin, nothing_new)) continue;
    sleepers_.fetch_add(1, std::memory_order_seq_cst);
    if (opened_.load(std::memory_order_seq_cst) == seen) opened_.wait(seen, std::memory_order_acquire);
    sleepers_.fetch_sub(1, std::memory_order_relaxed);
  }
}

thread_pool::slot* thread_pool::join(unsigned worker) noexcept {
  const std::uint32_t used = slots_used_.load(std::memory_order_acquire);
  for (std::uint32_t i = 0; i < used; ++i) {
    slot& grid = slots_[(worker + i) % used];
    std::uint32_t state = grid.state.load(std::memory_order_relaxed);
    while (state >= one_place)
      if (grid.state.compare_exchange_weak(state, state - one_place + 1, std::memory_order_acq_rel))
        return &grid;
  }
  return nullptr;
}

}  // namespace gbi::exec::host
