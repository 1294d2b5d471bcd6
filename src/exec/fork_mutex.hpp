/// \file
/// Mutexes that survive fork. A child of fork has only the thread that called it. Had another thread of the
/// parent locked a mutex at that moment, nobody would unlock it in the child, and what it guards would be in
/// the middle of a change. So fork waits until all mutexes of this kind are free.
#pragma once

#include <mutex>

#include "src/exec/noncopyable.hpp"

namespace gbi::exec {

/// A mutex that fork locks. Thread safety: as std::mutex.
class fork_mutex : noncopyable {
 public:
  fork_mutex();
  ~fork_mutex();

  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }

 private:
  friend class fork_mutexes;

  std::mutex mutex_;
  fork_mutex *before_ = nullptr, *after_ = nullptr;  ///< in the list of all
};

}  // namespace gbi::exec
