/// \file
/// Decisions that the process of rank 0 makes for all, because only one of them may see a device's memory, a
/// clock or a random number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/distribute/group.hpp"

namespace gbi::distribute {

/// The words that `decide` returns in the process of rank 0, on all processes. Collective.
/// \param words how many there are
/// \throws what the decision throws, on all processes
std::vector<std::uint64_t> first_decides(group& on, std::size_t words,
                                         const std::function<std::vector<std::uint64_t>()>& decide);

}  // namespace gbi::distribute
