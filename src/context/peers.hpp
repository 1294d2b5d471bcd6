/// \file
/// The devices of several contexts, for exchanges between them.
#pragma once

#include <memory>
#include <span>

#include "gpu_bigint/context.hpp"
#include "src/exec/peers.hpp"

namespace gbi::detail {

/// The executors of these contexts, which must outlive the result.
/// \throws std::invalid_argument if the contexts have different backends
/// \throws device_error
std::unique_ptr<exec::peers> make_peers(std::span<const context> contexts);

}  // namespace gbi::detail
