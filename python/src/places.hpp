/// \file
/// Devices by name: "host", "cuda:0". There is one context for each.
#pragma once

#include <string>

#include "gpu_bigint/context.hpp"

namespace gbi::python {

/// The context of a device. \throws std::invalid_argument for another name; as the constructor of context
context context_at(const std::string& name);

/// The name of a context's device.
std::string place_name(const context& where);

}  // namespace gbi::python
