/// \file
/// Computations that are too short to share: the first rank gathers the operands and sends back the slabs of
/// the results.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "src/distribute/value.hpp"

namespace gbi::distribute {

/// f(operands), computed in the context of the first rank. Collective.
/// \param bits the most bits of each result; says how many there are
/// \throws what f throws, on all processes
std::vector<distributed_bigint> on_first_rank(
    const device_group& handle, const std::vector<distributed_bigint>& operands,
    const std::vector<std::size_t>& bits,
    const std::function<std::vector<gpu_bigint>(const std::vector<gpu_bigint>&)>& f);

}  // namespace gbi::distribute
