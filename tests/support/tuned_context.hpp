/// \file
/// Contexts whose tuned values differ from those of their device.
#pragma once

#include <functional>
#include <string>

#include "gpu_bigint/context.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::test {

/// A new context of an executor (executors.hpp) after `change` has changed its tuning. \throws device_error
/// \param device of CUDA
context tuned_context(const std::string& name, const std::function<void(plan::tuning&)>& change,
                      int device = 0);

}  // namespace gbi::test
