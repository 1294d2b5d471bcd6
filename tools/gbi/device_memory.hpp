/// \file
/// The memory of a GPU, in builds with CUDA.
#pragma once

#include <cstddef>
#include <optional>

namespace program {

struct device_memory {
  std::size_t total, free;
};

#if defined(GBI_CUDA_VERSION)
/// Returns std::nullopt if the device does not answer.
std::optional<device_memory> memory_of_device(int device);
#else
inline std::optional<device_memory> memory_of_device(int /*device*/) {
  return std::nullopt;
}
#endif

}  // namespace program
