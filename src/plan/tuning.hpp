/// \file
/// All measured choices, resolved once for a context.
#pragma once

#include <cstddef>
#include <string>

#include "gpu_bigint/context.hpp"
#include "src/exec/device_properties.hpp"
#include "src/plan/environment.hpp"
#include "src/plan/tuning_values.hpp"

namespace gbi::plan {

struct tuning : tuned_values {
  /// The memory of the device. 0: the planner does not check whether a product fits.
  std::size_t memory_bytes;
  /// The initial verification of products by transforms.
  gbi::verification verification = gbi::verification::residue;
  /// The origin of the values, and the changes made by the environment.
  std::string origin = {};

  /// Every value with its name, one per line.
  std::string to_string() const;
};

/// The row measured on such a device, or the row of the device that is most like it, scaled to the device's
/// properties. The settings of the environment are then applied.
/// \throws std::invalid_argument naming the variable if the environment has an unknown value
tuning resolve_tuning(const exec::device_properties& device, const environment& asked);

}  // namespace gbi::plan
