/// \file
/// Copies of middle length between a device and memory of the process that is not pinned. They go through
/// pinned memory as a whole. From the device, the driver takes 42 us for 316 KB, the device 9; threads of the
/// host share the rest of the way if they have more to do than to copy. To the device, only threads are
/// faster than the driver (docs/decisions/0055).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "src/exec/executor.hpp"

namespace gbi::exec::cuda {

/// Bytes of the shortest copies in each direction, and of the longest. The driver makes shorter ones as fast,
/// and staging.hpp longer ones.
inline constexpr std::size_t shortest_bounce = std::size_t{1} << 16,
                             shortest_upload_bounce = std::size_t{1} << 19,
                             longest_bounce = std::size_t{1} << 22;

/// As executor::download. The current device is the stream's.
/// \param read may be empty
/// \returns false if nothing was done: the copy is shorter or longer, another thread uses the pinned memory,
/// or there is none \throws device_error
bool bounced_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes,
                      const executor::reader& read);

/// As executor::upload. Waits for the upload before, which another stream may have queued, but not for its
/// own.
/// \returns false if nothing was done, as above \throws device_error
bool bounced_upload(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes);

/// Returns the pinned memory of a device unless it is in use.
void trim_bounce(int device);

}  // namespace gbi::exec::cuda
