/// \file
/// Allocations that fail on demand.
#pragma once

#include <cstdint>

namespace gbi::test {

/// Counts calls and decides which of them fail.
class countdown {
 public:
  /// From now on the n-th call fails, counted from 1, and all later calls too if `and_all_after`.
  void start(std::uint64_t n, bool and_all_after) noexcept {
    left_ = n;
    all_after_ = and_all_after;
    failed_ = false;
  }
  /// From now on no call fails. \returns whether one has failed since start()
  bool stop() noexcept {
    left_ = 0;
    all_after_ = false;
    return failed_;
  }
  /// Whether this call fails.
  bool fails() noexcept {
    if (left_ == 0) return failed_ && all_after_;
    if (--left_ != 0) return false;
    failed_ = true;
    return true;
  }

 private:
  std::uint64_t left_ = 0;  ///< calls until one fails; 0: none fails
  bool all_after_ = false, failed_ = false;
};

/// Calls of operator new by this thread, and of the function by which pools take memory from the system
/// (host_memory.cpp).
inline thread_local countdown new_calls, system_calls;
/// The number of this thread's objects of the class below.
inline thread_local int host_memory_needs = 0;

/// While an object lives, the thread's host memory does not run out, because the allocations are the test's
/// own.
class host_memory_is_there {
 public:
  host_memory_is_there() noexcept { ++host_memory_needs; }
  ~host_memory_is_there() { --host_memory_needs; }
  host_memory_is_there(const host_memory_is_there&) = delete;
  host_memory_is_there& operator=(const host_memory_is_there&) = delete;
};

}  // namespace gbi::test
