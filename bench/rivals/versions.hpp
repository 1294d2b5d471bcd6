/// \file
/// The versions of NVIDIA's libraries that the rivals are compiled with.
#pragma once

#include <string>

namespace gbi::bench {

std::string cufft_version();
std::string cub_version();

}  // namespace gbi::bench
