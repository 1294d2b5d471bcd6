#include "src/process/fork_mutex.hpp"

#include <pthread.h>

#include <new>
#include <thread>

namespace gbi::process {

/// The list of all fork mutexes. It is never destroyed, because contexts may outlive static objects.
class fork_mutexes {
 public:
  static fork_mutexes& all() {
    static fork_mutexes& one = *new fork_mutexes;
    return one;
  }

  void add(fork_mutex& added) {
    const std::scoped_lock lock(mutex_);
    added.after_ = first_;
    if (first_ != nullptr) first_->before_ = &added;
    first_ = &added;
  }
  void remove(fork_mutex& removed) {
    const std::scoped_lock lock(mutex_);
    (removed.before_ != nullptr ? removed.before_->after_ : first_) = removed.after_;
    if (removed.after_ != nullptr) removed.after_->before_ = removed.before_;
  }

 private:
  fork_mutexes() {
    if (pthread_atfork([] { all().lock(); }, [] { all().unlock(); }, [] { all().unlock(); }) != 0)
      throw std::bad_alloc();
  }

  /// Threads lock the mutexes in different orders, so this releases all of them if one is taken.
  void lock() {
    for (;; std::this_thread::yield()) {
      mutex_.lock();
      fork_mutex* taken = first_;
      while (taken != nullptr && taken->mutex_.try_lock()) taken = taken->after_;
      if (taken == nullptr) return;
      unlock_before(taken);
      mutex_.unlock();
    }
  }
  void unlock() {
    unlock_before(nullptr);
    mutex_.unlock();
  }
  void unlock_before(const fork_mutex* end) {
    for (fork_mutex* one = first_; one != end; one = one->after_) one->mutex_.unlock();
  }

  std::mutex mutex_;  ///< guards the list
  fork_mutex* first_ = nullptr;
};

fork_mutex::fork_mutex() {
  fork_mutexes::all().add(*this);
}
fork_mutex::~fork_mutex() {
  fork_mutexes::all().remove(*this);
}

}  // namespace gbi::process
