/// \file
/// Versions of CUDA, as in "12.8".
#pragma once

#include <string>

namespace gbi::exec::cuda {

/// The latest version that the driver supports. \throws device_error
std::string driver_version();
/// The version that the library was built with.
std::string runtime_version();

}  // namespace gbi::exec::cuda
