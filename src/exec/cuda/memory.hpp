/// \file
/// The memory of a CUDA executor: stream-ordered, from a pool of the library, a pool of the caller's, or a
/// resource of the caller's.
///
/// Contexts of a device without a limit share a pool of the library, so that each can reuse what another
/// released. A context with a limit has a pool of its own. If there is no memory, all pools of the library on
/// that device return what they do not use before the allocation fails.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <memory>

#include "gpu_bigint/memory.hpp"
#include "src/process/noncopyable.hpp"

namespace gbi {
struct context_options;
}

namespace gbi::exec::cuda {

class device_memory : process::noncopyable {
 public:
  virtual ~device_memory() = default;

  /// Null if there is no memory. \throws device_error
  virtual void* allocate(std::size_t bytes) = 0;
  /// \param bytes what allocate() was asked for
  virtual void release(void* memory, std::size_t bytes) noexcept = 0;
  /// Returns memory whose release is complete on the device.
  virtual void trim() = 0;
  /// Blocks in a list above this memory are kept, not in use.
  virtual memory_statistics statistics() const = 0;
  /// The bytes in such lists. Whoever shares a pool of the library counts them together.
  virtual std::atomic<std::size_t>& listed() noexcept = 0;
};

/// An executor that has such a list.
class list_owner {
 public:
  /// Releases all blocks of the list in the order of the stream.
  virtual void release_list() noexcept = 0;

 protected:
  ~list_owner() = default;
};

/// Makes the memory that the options ask for. The caller's current device is that of the options.
/// \param stream the executor's
/// \throws device_error; std::invalid_argument for a pool together with a resource or a limit
std::unique_ptr<device_memory> make_device_memory(const context_options& options, cudaStream_t stream);

/// Empties the lists of all executors on this device, waits for the streams that they have made, and returns
/// the unused memory of all the library's pools on this device.
void trim_all_pools(int device) noexcept;

/// Lets another device read and write the memory of all pools of the library on this device.
/// \throws device_error
void share_all_pools(int device, int with);

/// Makes an executor known to trim_all_pools() for the lifetime of this object.
class pool_user {
 public:
  /// \param own_stream null: the stream is the caller's, and nobody else may wait for it
  pool_user(int device, cudaStream_t own_stream, list_owner& executor);
  ~pool_user();
  pool_user(const pool_user&) = delete;
  pool_user& operator=(const pool_user&) = delete;

 private:
  list_owner* executor_;
};

}  // namespace gbi::exec::cuda
