/// \file
/// The tuning values that `gbi tune` measures, in the order in which they depend on each other.
#pragma once

#include <variant>
#include <vector>

#include "tools/gbi/tuning_search.hpp"

namespace program {

using tuning_step = std::variant<crossover, alternative>;

/// The steps for a device whose values the search knows.
std::vector<tuning_step> tuning_steps(const tuning_search& known, bool gpu);

}  // namespace program
