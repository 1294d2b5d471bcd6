/// \file
/// Points (x : z) with z = 1 by one inversion for many points.
#pragma once

#include <span>
#include <vector>

#include "src/factor/field_machine.hpp"
#include "src/factor/groups.hpp"

namespace gbi::factors {

/// Replaces x by x / z. The registers z lose their values.
///
/// Takes four products for each point.
/// Source: P. Montgomery, Math. Comp. 48 (1987), 10.3.1.
/// \param prefixes a register for each point
/// \returns the elements for which some z has no inverse; their x become 0
std::vector<common_factor> normalize(field_machine& machine, field_program& steps, const gpu_bigint& n,
                                     std::span<const curve_group::element> points,
                                     std::span<const reg> prefixes);

}  // namespace gbi::factors
