/// \file
/// The devices on which the tuning was measured.
#pragma once

#include "src/plan/tuning.hpp"

namespace gbi::plan {

struct measured_row {
  std::string device;  ///< a name for readers
  exec::device_properties properties;
  tuning values;
};

measured_row measured_host();
measured_row measured_sm_90();

}  // namespace gbi::plan
