/// \file
/// Data that operations keep in a context for later ones, such as the powers of a base: the most recently
/// used objects, up to a total size.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "src/process/fork_mutex.hpp"

namespace gbi::cache {

/// Thread safety: any number of threads.
class object_cache {
 public:
  /// \param limit the total bytes of all objects
  explicit object_cache(std::size_t limit) : limit_(limit) {}

  /// Whether an object of this many bytes would be kept.
  bool takes(std::size_t bytes) const noexcept { return bytes <= limit_; }

  /// Returns the object of type T with these parameters; if it is missing, `make` makes it. A new object is
  /// kept unless it alone exceeds the limit. The caller's pointer keeps the object alive until the caller's
  /// launches are queued.
  /// \param bytes the final size of the object, which it may reach later
  template <class T, class Make>
  std::shared_ptr<const T> get(std::uint64_t first, std::uint64_t second, std::size_t bytes, Make&& make) {
    if (!takes(bytes)) return make();
    const key wanted{&kind<T>, first, second};
    if (auto found = find(wanted)) return std::static_pointer_cast<const T>(found);
    std::shared_ptr<const T> made = make();
    keep({wanted, bytes, made});
    return made;
  }

  /// Drops everything.
  void clear() {
    const std::list<entry> dropped = [this] {
      const std::scoped_lock lock(mutex_);
      return std::exchange(entries_, {});
    }();
  }

 private:
  template <class T>
  static constexpr char kind = 0;

  struct key {
    const char* kind;
    std::uint64_t first, second;
    bool operator==(const key&) const = default;
  };
  struct entry {
    key of;
    std::size_t bytes;
    std::shared_ptr<const void> object;
  };

  std::shared_ptr<const void> find(const key& wanted) {
    const std::scoped_lock lock(mutex_);
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const entry& e) { return e.of == wanted; });
    if (found == entries_.end()) return nullptr;
    entries_.splice(entries_.begin(), entries_, found);
    return found->object;
  }
  void keep(entry made) {
    std::list<entry> dropped;  // destroyed after the lock
    const std::scoped_lock lock(mutex_);
    entries_.push_front(std::move(made));
    std::size_t sum = 0;
    auto end = entries_.begin();
    while (end != entries_.end() && (sum += end->bytes) <= limit_) ++end;
    dropped.splice(dropped.begin(), entries_, end, entries_.end());
  }

  std::size_t limit_;
  process::fork_mutex mutex_;
  std::list<entry> entries_;  ///< the most recent first
};

}  // namespace gbi::cache
