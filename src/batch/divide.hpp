/// \file
/// The launches of a division of batches.
#pragma once

#include "kernels/batch/arguments.hpp"
#include "src/context/engine.hpp"

namespace gbi::detail {

/// Queues a division, in parts of which the workspace holds `scaled`.
/// \param whole the division, with `scaled` still to be set. Without a quotient, its target has no limbs
void queue_division(engine& engine, const kernels::batch_divide_arguments& whole);

}  // namespace gbi::detail
