/// \file
/// The properties of an executor's device, from which the planner derives its tuning.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "gpu_bigint/backend.hpp"

namespace gbi::exec {

struct device_properties {
  gbi::backend backend = gbi::backend::host;
  std::string architecture = "host";  ///< "host", or "sm_90", "sm_80", ...
  std::uint32_t multiprocessors = 0;  ///< of a GPU; 0: unknown
  std::size_t memory_bytes = 0;       ///< 0: unknown
  /// Memory clock times bus width, an upper limit that no kernel reaches; 0: unknown.
  double memory_bytes_per_second = 0;
  int fp32_per_fp64 = 2;  ///< throughput of float additions relative to double additions
  /// Whether the device code multiplies bytes with warpgroup instructions, as the code for sm_90a does.
  bool warpgroup_products = true;
};

}  // namespace gbi::exec
