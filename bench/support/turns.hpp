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

/// Registers an entry for every name: the median time of one repetition. All entries are measured when the
/// first one is reported: up to 31 rounds, each of which takes two milliseconds of every work or one
/// repetition of it, after a repetition that is not counted. So a device is idle when a long work begins.
/// After a second no more than three rounds are begun.
/// \param prepare makes the works in the order of the names
void add_in_turn(const std::vector<std::string>& names, std::function<std::vector<repeated_work>()> prepare,
                 stopwatch seconds_of, benchmark::TimeUnit unit);

}  // namespace gbi::bench
