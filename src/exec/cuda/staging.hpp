/// \file
/// Long copies between a device and memory of the process that is not pinned. The driver copies such memory
/// with one thread: 100 MB take 6 ms from the device and 11 ms to it. Several threads that move pinned pieces
/// take 2.4 ms (docs/decisions/0055).
///
/// Each thread has two pieces: the device copies one while the thread copies the other.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gbi::exec::cuda {

/// Queues the copy on the stream and returns when the source of an upload has been read, or the target of a
/// download is complete. The current device is the stream's.
/// \returns false if nothing was done: the copy is short, the process has one thread, there is no pinned
/// memory for the pieces, or another thread uses them
/// \throws device_error
bool staged_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes);
bool staged_upload(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes);

/// Returns the pieces of a device unless they are in use.
void trim_staging(int device);

}  // namespace gbi::exec::cuda
