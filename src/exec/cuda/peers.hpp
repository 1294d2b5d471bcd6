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
/// \param copies_at_once of copies apart, how many a rank sends, and how many it receives, at the same time
/// \throws device_error
std::unique_ptr<peers> make_peers(std::span<executor* const> executors, int copies_at_once);

}  // namespace gbi::exec::cuda
