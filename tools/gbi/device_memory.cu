#include "tools/gbi/device_memory.hpp"

#include <cuda_runtime_api.h>

namespace program {

std::optional<device_memory> memory_of_device(int device) {
  device_memory found{};
  if (cudaSetDevice(device) != cudaSuccess || cudaMemGetInfo(&found.free, &found.total) != cudaSuccess)
    return std::nullopt;
  return found;
}

}  // namespace program
