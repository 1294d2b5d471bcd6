/// \file
/// Copies of medium length between a device and memory of the process that is not pinned. Each copy passes
/// through pinned memory in one piece. The driver takes 42 us to copy 316 KB from the device; the device
/// itself takes 9 us. Several host threads fill the pinned memory of an upload. They empty the pinned memory
/// of a download only if they also read the bytes: for a mere copy, one thread is as fast
/// (docs/decisions/0055).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "src/exec/executor.hpp"

namespace gbi::exec::cuda {

/// The shortest copies in each direction and the longest copy, in bytes. The driver is as fast for shorter
/// copies, and staging.hpp for longer ones.
inline constexpr std::size_t shortest_bounce = std::size_t{1} << 16,
                             shortest_upload_bounce = std::size_t{1} << 19,
                             longest_bounce = std::size_t{1} << 22;

/// As executor::download. The current device is the stream's.
/// \param read may be empty
/// \returns false if nothing was done: the copy is too short or too long, another thread uses the pinned
/// memory, or there is no pinned memory \throws device_error
bool bounced_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes,
                      const executor::reader& read);

/// As executor::upload. Waits for earlier work of its own stream, as the driver does, but never for another
/// stream.
/// \returns false if nothing was done: as above, or the process has one thread, or an upload of another
/// stream still uses the pinned memory \throws device_error
bool bounced_upload(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes);

/// Returns the pinned memory of a device unless it is in use.
void trim_bounce(int device);

}  // namespace gbi::exec::cuda
