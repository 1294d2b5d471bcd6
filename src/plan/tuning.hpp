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

struct named_device;

/// The row measured on such a device, or the row of the device that is most like it, scaled to the device's
/// properties. The settings of the environment are then applied, except for tuning files.
/// \throws std::invalid_argument naming the variable if the environment has an unknown value
tuning resolve_tuning(const exec::device_properties& device, const environment& asked);

/// As above. Between both steps, values of a tuning file (tuning_file.hpp) replace those of the row.
/// \param file the text of the file, or "none" for no file; if empty, files are looked for
/// \throws std::invalid_argument also with the reason if a file that was asked for is wrong
tuning resolve_tuning(const named_device& device, const environment& asked, const std::string& file);

}  // namespace gbi::plan
