/// \file
/// Numbers that each rank computes alone, with the functions for one device.
#pragma once

#include <functional>
#include <vector>

#include "src/distribute/value.hpp"

namespace gbi::distribute {

/// Numbers that ranks compute in their own contexts, side by side, and that then move into slabs. Collective.
/// Waits.
/// \param owners the rank that computes each number, the same in all processes
/// \param compute called with every rank of this process, on a thread with the rank's context as the current
/// one; returns the rank's numbers, in the order of `owners`
/// \throws what a call throws in its process, and device_error in the others
std::vector<distributed_bigint> computed_apart(const device_group& handle, const std::vector<int>& owners,
                                               const std::function<std::vector<gpu_bigint>(int)>& compute);

}  // namespace gbi::distribute
