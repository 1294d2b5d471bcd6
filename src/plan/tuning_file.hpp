/// \file
/// Tuning files: values that were measured on one device, as JSON (docs/tuning.md). `gbi tune` writes them.
/// They change how results are computed, never the results: every value that a file may set has a range in
/// tuning_fields.hpp in which plans and kernels are right.
#pragma once

#include <span>
#include <string>

#include "gpu_bigint/context.hpp"
#include "src/exec/device_properties.hpp"
#include "src/plan/environment.hpp"
#include "src/plan/tuning.hpp"

namespace gbi::plan {

/// A device as its files describe it.
struct named_device {
  exec::device_properties properties;
  std::string name;                       ///< empty: no file is looked for
  std::string driver = {}, runtime = {};  ///< versions of CUDA; empty on the host
};

/// The text of a file for this device.
/// \throws std::invalid_argument if a file may not have such a value
std::string tuning_file_text(const named_device& device, const tuning& row,
                             std::span<const tuning_value> values);

/// Replaces the values of the row by those of the text, and notes that in its origin.
/// \param where names the file for readers
/// \throws std::invalid_argument with the reason if the text is not a tuning file of this version of the
/// library, is for another device, or has an unknown name or a value out of range. The row is then unchanged.
void read_tuning_file(const std::string& text, const std::string& where, const named_device& device,
                      tuning& row);

/// The file in the user's folder that is read for this device. Empty if the user has no folder or the device
/// no name.
std::string tuning_path(const named_device& device, const environment& asked);

/// Replaces the values of the row by those of the first that exists: `given`, which is the text of a file or
/// "none", the file that GPU_BIGINT_TUNING names, and the one in the user's folder. The origin then says
/// which it was, or why it is not used.
/// \throws std::invalid_argument if `given` or the file that GPU_BIGINT_TUNING names is wrong. A file for
/// another device is not wrong.
void load_tuning(const named_device& device, const environment& asked, const std::string& given, tuning& row);

}  // namespace gbi::plan
