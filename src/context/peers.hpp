/// \file
/// The devices of several contexts, for exchanges between them.
#pragma once

#include <memory>
#include <span>

#include "gpu_bigint/context.hpp"
#include "src/exec/peers.hpp"

namespace gbi::detail {

/// The executors of these contexts, which must outlive the result.
/// \param copies_at_once the limit of copies apart; 0: as the tuning of the contexts says
/// \throws std::invalid_argument if the contexts have different backends
/// \throws device_error
std::unique_ptr<exec::peers> make_peers(std::span<const context> contexts, int copies_at_once = 0);

}  // namespace gbi::detail
