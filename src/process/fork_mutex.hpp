/// \file
/// Mutexes that survive fork. The child of a fork has only the thread that called it. If another thread of
/// the parent held a mutex at that moment, nobody would unlock it in the child, and the data that it guards
/// might be half-modified. So fork waits until all mutexes of this kind are free.
#pragma once

#include <mutex>

#include "src/process/noncopyable.hpp"

namespace gbi::process {

/// A mutex that fork locks. Thread safety: like std::mutex.
class fork_mutex : noncopyable {
 public:
  fork_mutex();
  ~fork_mutex();

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  friend class fork_mutexes;

  std::mutex mutex_;
  fork_mutex *before_ = nullptr, *after_ = nullptr;  ///< in the list of all fork mutexes
};

}  // namespace gbi::process
