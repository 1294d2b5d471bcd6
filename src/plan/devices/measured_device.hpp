/// \file
/// A device on which the tuning was measured.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/exec/device_properties.hpp"
#include "src/plan/tuning_values.hpp"

namespace gbi::plan {

struct measured_device {
  const char* name;                    ///< for readers
  const char* architecture;            ///< "host", or "sm_90", "sm_80", ...
  std::uint32_t multiprocessors = 0;   ///< of a GPU
  std::size_t memory_bytes = 0;        ///< of a GPU
  double memory_bytes_per_second = 0;  ///< of a GPU
  int fp32_per_fp64 = 2;
  tuned_values values;

  constexpr bool is_gpu() const { return multiprocessors != 0; }
  exec::device_properties properties() const {
    return {.backend = is_gpu() ? backend::cuda : backend::host,
            .architecture = architecture,
            .multiprocessors = multiprocessors,
            .memory_bytes = memory_bytes,
            .memory_bytes_per_second = memory_bytes_per_second,
            .fp32_per_fp64 = fp32_per_fp64};
  }
};

}  // namespace gbi::plan
