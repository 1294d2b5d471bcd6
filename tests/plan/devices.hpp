/// \file
/// Devices by name, and their tunings without the influence of the environment.
#pragma once

#include <cstdint>
#include <string>

#include "src/plan/tuning.hpp"

namespace gbi::test {

/// "host", or a GPU, which by default has the multiprocessors and the memory of the measured one.
inline exec::device_properties device_called(const std::string& architecture,
                                             std::uint32_t multiprocessors = 132, int fp32_per_fp64 = 2) {
  if (architecture == "host") return {};
  return {.backend = backend::cuda,
          .architecture = architecture,
          .multiprocessors = multiprocessors,
          .memory_bytes = std::size_t{141} * 1000 * 1000 * 1000,
          .memory_bytes_per_second = 4.9e12,
          .fp32_per_fp64 = fp32_per_fp64};
}

inline plan::tuning tuning_for(const std::string& architecture) {
  return plan::resolve_tuning(device_called(architecture), {});
}

}  // namespace gbi::test
