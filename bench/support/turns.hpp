/// \file
/// Several ways to do the same work, timed in turn. Anything that slows the machine slows all of them.
#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bench/support/stopwatch.hpp"

namespace gbi::bench {

/// Does its work `times` times.
using repeated_work = std::function<void(std::int64_t times)>;

/// Registers an entry for every name: the median time of one repetition, or an error if a work throws. All
/// entries are measured together, in up to 31 rounds. A round takes two milliseconds of every work, or one
/// repetition if that takes longer. Before that, one repetition is not counted, and the device becomes idle.
/// Once a second has been measured, no round after the third begins.
/// \param prepare makes the works in the order of the names
/// \param parts the time of one of so many parts of a repetition is reported
void add_in_turn(const std::vector<std::string>& names, std::function<std::vector<repeated_work>()> prepare,
                 stopwatch seconds_of, benchmark::TimeUnit unit, std::size_t parts = 1);

}  // namespace gbi::bench
