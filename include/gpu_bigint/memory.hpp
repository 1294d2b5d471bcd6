/// \file
/// Where a context's memory comes from, and how much of it there is.
#pragma once

#include <cstddef>

#include "gpu_bigint/export.hpp"

namespace gbi {

/// A source of memory for contexts, in the style of std::pmr::memory_resource and of RAPIDS' stream-ordered
/// resources; an adapter for those takes a few lines. Pass it in context_options::memory.
///
/// On CUDA, the memory is device memory and stream-ordered: work queued on `stream` before deallocate() may
/// still use the block, and only work queued on `stream` after allocate() uses it. The
/// context keeps up to 64 MiB of released blocks for later allocations, none of them longer than 8 MiB. On
/// the host, the memory is the process's, `stream` is null, and the context keeps all released blocks.
///
/// Several threads may call its functions at the same time.
class GBI_API memory_resource {
 public:
  memory_resource() = default;
  memory_resource(const memory_resource&) = delete;
  memory_resource& operator=(const memory_resource&) = delete;
  virtual ~memory_resource();

  /// \param bytes at least 1
  /// \param stream the context's cudaStream_t; null on the host
  /// \returns memory aligned to 256 bytes; its contents do not matter
  /// \throws std::bad_alloc, or an exception derived from it, if there is no memory. The context then returns
  /// the memory that it keeps, calls trim() and tries once more. Any other exception reaches the caller of
  /// the operation.
  [[nodiscard]] virtual void* allocate(std::size_t bytes, void* stream) = 0;
  /// \param memory what allocate() returned
  /// \param bytes the size passed to allocate()
  /// \param stream the stream passed to allocate()
  virtual void deallocate(void* memory, std::size_t bytes, void* stream) noexcept = 0;
  /// Returns memory that the resource keeps for reuse to its source. Does nothing unless overridden.
  virtual void trim();
};

/// The memory of a context, in bytes, as context::memory() reports it.
struct memory_statistics {
  std::size_t in_use = 0;  ///< held by numbers, batches, tables and running operations
  std::size_t kept = 0;    ///< kept for reuse; trim() returns it
  std::size_t limit = 0;   ///< the limit on both together; 0: only the machine's limit
};

}  // namespace gbi
