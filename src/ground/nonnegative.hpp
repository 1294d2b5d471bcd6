/// \file
/// Signs that are known from algebra.
#pragma once

#include <utility>

#include "gpu_bigint/gpu_bigint.hpp"
#include "src/ground/number.hpp"

namespace gbi::ground {

/// Marks a number as nonnegative for a reason that the library cannot see: the host need not ask the device.
inline gpu_bigint nonnegative(gpu_bigint x) {
  if (x.number()) x.number()->know_negative(false);
  return x;
}

}  // namespace gbi::ground
