#include "bench/rivals/versions.hpp"

#include <cufft.h>

#include <cub/version.cuh>

namespace gbi::bench {

std::string cufft_version() {
  return std::to_string(CUFFT_VER_MAJOR) + "." + std::to_string(CUFFT_VER_MINOR) + "." +
         std::to_string(CUFFT_VER_PATCH);
}

std::string cub_version() {
  return std::to_string(CUB_MAJOR_VERSION) + "." + std::to_string(CUB_MINOR_VERSION) + "." +
         std::to_string(CUB_SUBMINOR_VERSION);
}

}  // namespace gbi::bench
