/// \file
/// What an executor says about its device: what the planner's tuning follows from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu_bigint/context.hpp"

namespace gbi::exec {

struct device_properties {
  gbi::backend backend = gbi::backend::host;
  std::string architecture = "host";  ///< "host", or "sm_90", "sm_80", ...
  std::uint32_t multiprocessors = 0;  ///< of a GPU; 0: unknown
  std::size_t memory_bytes = 0;       ///< 0: unknown
  double memory_bytes_per_second =
      0;                  ///< the product of clock and width, which no kernel reaches; 0: unknown
  int fp32_per_fp64 = 2;  ///< additions of floats in the time of one of doubles
};

}  // namespace gbi::exec
