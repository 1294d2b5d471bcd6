/// \file
/// Copies of middle length from a device to memory of the process that is not pinned. The device copies to
/// pinned memory, and threads of the host go on from there, if they have more to do than to copy. The driver
/// takes 42 us for 316 KB, the device 9 (docs/decisions/0055).
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>

#include "src/exec/executor.hpp"

namespace gbi::exec::cuda {

/// Bytes of the shortest and the longest copy. The driver makes shorter ones as fast, and staging.hpp longer
/// ones.
inline constexpr std::size_t shortest_bounce = std::size_t{1} << 16, longest_bounce = std::size_t{1} << 22;

/// As executor::download. The current device is the stream's.
/// \param read may be empty
/// \returns false if nothing was done: the copy is shorter or longer, another thread uses the pinned memory,
/// or there is none \throws device_error
bool bounced_download(int device, cudaStream_t stream, void* target, const void* source, std::size_t bytes,
                      const executor::reader& read);

/// Returns the pinned memory of a device unless it is in use.
void trim_bounce(int device);

}  // namespace gbi::exec::cuda
