/// \file
/// The threads of the host, on which all host executors run their grids.
///
/// Every caller works on its own grid, and workers help wherever there is a grid. So any number of threads
/// may run grids at once, and none waits for the grid of another. A grid does not need the workers: if the
/// system has no more threads, the caller does all the work. Workers are created when a grid can use them,
/// with a stack that is large enough for every kernel. A caller whose own stack is too short leaves its grid
/// to them. A child of fork has no workers and makes its own.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "src/exec/host/threads.hpp"
#include "src/process/fork_mutex.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi::exec::host {

class thread_pool : process::noncopyable {
 public:
  /// The pool of the process. \throws std::bad_alloc
  static thread_pool& of_process();

  /// As run_shares.
  void run(share call, const void* work, std::uint64_t pieces);

 private:
  /// A grid that workers may join. Never freed, so that a late worker finds it closed.
  struct alignas(64) slot {
    /// How many workers have joined and not left; in the upper half, how many more may join.
    std::atomic<std::uint32_t> state = 0;
    std::atomic<std::uint32_t> finished = 0;  ///< 1: a worker has found that nothing is left to begin
    std::atomic<bool> taken = false;
    std::atomic<bool> failed = false;
    share call = nullptr;
    const void* work = nullptr;
    std::exception_ptr failure;  ///< the first one
  };
  static constexpr std::size_t most_grids = 64;
  static constexpr std::uint32_t one_place = 1 << 16;

  thread_pool() = default;

  slot* take_slot() noexcept;
  /// Lets workers join and wakes them.
  void open(slot& grid, std::uint32_t places);
  /// Lets no more workers join, and waits until those that have joined have left.
  static void close(slot& grid) noexcept;
  static void work_on(slot& grid) noexcept;
  /// Creates workers until there are `wanted`, or the system has no more threads. \returns how many there are
  unsigned workers(unsigned wanted) noexcept;
  void serve(unsigned worker) noexcept;
  /// Makes the worker join a grid that has a place for it. \returns that grid; null if there is none
  slot* join(unsigned worker) noexcept;

  std::array<slot, most_grids> slots_;
  std::atomic<std::uint32_t> slots_used_ = 0;          ///< the slots after these were never taken
  alignas(64) std::atomic<std::uint32_t> opened_ = 0;  ///< grids so far: workers wait for the next one
  std::atomic<std::uint32_t> sleepers_ = 0;
  std::atomic<unsigned> made_ = 0;
  std::atomic<std::int64_t> next_attempt_ = 0;  ///< when to ask for threads again after a refusal
  process::fork_mutex mutex_;                   ///< guards the making of workers
};

}  // namespace gbi::exec::host
