/// \file
/// The host memory that the library takes from the system. Linux overcommits memory and kills a process that
/// touches too much of it, so the library asks first. Only memory fresh from the system is counted, not
/// memory that a pool hands out again. One question to the system covers many small blocks.
#pragma once

#include <cstddef>
#include <new>
#include <string>

#include "src/process/noncopyable.hpp"

namespace gbi::process {

/// An owner of unused memory that it can return to the system.
class memory_keeper : noncopyable {
 public:
  virtual ~memory_keeper() = default;
  /// Returns memory that is not in use.
  virtual void trim() noexcept = 0;
};

/// Thread safety: any number of threads.
namespace memory {

/// Announces that bytes will be taken from the system. If there are too many, all keepers first return the
/// memory that they do not use.
/// \returns whether the bytes may be taken; if not, they are not counted
[[nodiscard]] bool announce(std::size_t bytes) noexcept;
/// Reports where announced memory is. Large blocks may have untouched pages, which the system does not count
/// yet.
void taken(void* memory, std::size_t bytes) noexcept;
/// Reports that announced memory was returned to the system, or could not be taken (`memory` is null).
void returned(const void* memory, std::size_t bytes) noexcept;

/// For memory that the standard library allocates: makes room for large results that leave the library.
/// \throws out_of_memory naming the purpose, as in "text of 1000000 digits", if the bytes may not be taken
void require(std::size_t bytes, const std::string& purpose);

/// Makes all keepers return the memory that they do not use, for when the system refuses memory that was
/// announced.
void trim_all() noexcept;

/// Returns the result of `take`. If the allocator has no memory for it, all keepers return the memory that
/// they do not use, and `take` is called once more. \throws std::bad_alloc
template <class Take>
auto with_retry(Take&& take) {
  try {
    return take();
  } catch (const std::bad_alloc&) {
    trim_all();
  }
  return take();
}

/// The bytes taken and not returned.
std::size_t in_use() noexcept;
/// The untouched bytes of large blocks, estimated from samples.
std::size_t untouched() noexcept;
/// A clause for error messages: the bytes in use, and the limit or what the machine has left.
std::string description();

/// Sets the most bytes to take (GPU_BIGINT_HOST_MEMORY). 0: as many as the machine has left.
void set_limit(std::size_t bytes) noexcept;

/// A keeper is added once it exists, and removed before it is destroyed.
void add(memory_keeper& keeper);
void remove(memory_keeper& keeper) noexcept;

}  // namespace memory

}  // namespace gbi::process
