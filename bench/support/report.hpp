/// \file
/// Describes in every report where its results come from.
#pragma once

#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// Adds device, CUDA version and commit to the context of Google Benchmark's report (which knows the date).
void describe(const context& where);

}  // namespace gbi::bench
