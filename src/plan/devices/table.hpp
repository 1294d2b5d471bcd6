/// \file
/// Every device on which the tuning was measured. A new one is a file in this folder, and an element here.
#pragma once

#include <algorithm>
#include <iterator>

#include "src/plan/devices/h200.hpp"
#include "src/plan/devices/host.hpp"

namespace gbi::plan {

inline constexpr const measured_device* measured_devices[] = {&devices::host, &devices::h200};

static_assert(std::ranges::all_of(measured_devices,
                                  [](const measured_device* device) {
                                    const auto compiled = [&](const kernels::scan_shape& shape) {
                                      const auto has = [&](const auto& shapes) {
                                        return std::ranges::find(shapes, shape) != std::end(shapes);
                                      };
                                      return device->is_gpu() ? has(kernels::cuda_scan_shapes)
                                                              : has(kernels::host_scan_shapes);
                                    };
                                    return compiled(device->values.scan_4_bytes.shape) &&
                                           compiled(device->values.scan_8_bytes.shape);
                                  }),
              "a row names a shape that is not compiled");

}  // namespace gbi::plan
