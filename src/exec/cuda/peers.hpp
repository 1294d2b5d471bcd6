/// \file
/// Exchanges between CUDA executors of one process: copies by copy engines, ordered by events.
#pragma once

#include <memory>
#include <span>

#include "src/exec/peers.hpp"

namespace gbi::exec {
class executor;
}

namespace gbi::exec::cuda {

/// Lets the devices of these CUDA executors access each other's memory, as far as the machine can. Between
/// devices that cannot, the driver copies through host memory.
/// \param executors outlive the result.
/// \throws device_error
std::unique_ptr<peers> make_peers(std::span<executor* const> executors);

}  // namespace gbi::exec::cuda
