/// \file
/// The host memory that the library takes from the system. Linux promises memory that it does not have and
/// ends a process that touches too much of it, so the library asks first. Only memory that is fresh from the
/// system is counted, not what a pool hands out again, and the system is asked once for many small blocks.
#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "src/exec/noncopyable.hpp"

namespace gbi::exec {

/// Keeps memory that it can return to the system.
class memory_keeper : noncopyable {
 public:
  virtual ~memory_keeper() = default;
  /// Returns what is not in use.
  virtual void trim() noexcept = 0;
};

/// Thread safety: any number of threads.
namespace process_memory {

/// Announces that bytes will be taken from the system. If they are too many, all keepers return what they do
/// not use.
/// \returns whether they may be taken; if not, they are not counted
[[nodiscard]] bool announce(std::size_t bytes) noexcept;
/// Says where announced memory lies. Large blocks may have pages that nobody has touched, which the system
/// does not count yet.
void taken(void* memory, std::size_t bytes) noexcept;
/// Announced memory was returned to the system, or could not be taken (`memory` is null).
void returned(const void* memory, std::size_t bytes) noexcept;

/// For memory that the standard library takes: makes room for large results that leave the library.
/// \throws out_of_memory naming the purpose, as in "text of 1000000 digits", if the bytes may not be taken
void require(std::size_t bytes, const std::string& purpose);

/// All keepers return what they do not use: for memory that the system refused although it was announced.
void trim_all() noexcept;

/// What `take` returns. If the allocator has no memory for it, all keepers return what they do not use, and
/// `take` is called once more. \throws std::bad_alloc
template <class Take>
auto with_retry(Take&& take) {
  try {
    return take();
  } catch (const std::bad_alloc&) {
    trim_all();
  }
  return take();
}

/// Bytes taken and not returned.
std::size_t in_use() noexcept;
/// Bytes of large blocks that nobody has touched yet, estimated from samples.
std::size_t untouched() noexcept;
/// A clause for messages: the bytes in use, and the limit or what the machine has left.
std::string description();

/// The most bytes to take: GPU_BIGINT_HOST_MEMORY. 0: as many as the machine has left.
void set_limit(std::size_t bytes) noexcept;

/// Adds a keeper, and removes one before it ends.
void add(memory_keeper& keeper);
void remove(memory_keeper& keeper) noexcept;

}  // namespace process_memory

}  // namespace gbi::exec
