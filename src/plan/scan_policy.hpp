/// \file
/// How scans are cut into tiles and chunks, per architecture and size of an element.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/scan/arguments.hpp"

namespace gbi::plan {

struct scan_policy {
  std::string_view architecture;
  kernels::scan_shape shape;      ///< L and P
  std::uint32_t tiles_per_chunk;  ///< K of the cascade, at most, as long as there are ...
  std::uint32_t full_grid;        ///< ... so many chunks, enough to keep the device busy

  std::uint32_t tile_elements() const {
    return static_cast<std::uint32_t>(shape.threads) * static_cast<std::uint32_t>(shape.per_thread);
  }
  /// One row of the table, as bench/tune prints it.
  std::string to_string() const;
};

/// The row of an architecture ("host", "sm_90", ...); a GPU without one gets the newest older than itself, or
/// the oldest.
const scan_policy& scan_policy_of(std::string_view architecture, int element_bytes);

}  // namespace gbi::plan
