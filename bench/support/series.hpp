/// \file
/// Series: one operation over sizes, for operations that take from a microsecond to seconds, ours and GMP's.
/// How often each is repeated follows from how long it takes, so that a whole program takes a minute.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gbi::bench {

/// What is measured for one size.
struct task {
  std::function<void()> work;
  /// Whether the result is what it should be; asked once, outside the time, unless empty or the work is long.
  std::function<bool()> right = {};
  double bytes = 0;        ///< that must be read and written, reported by the second unless 0
  double items = 0;        ///< that are worked on, likewise
  double parts = 1;        ///< what is reported is the time of one of so many
  std::string label = {};  ///< for the report
};

/// Makes the task of a size.
using preparation = std::function<task(std::int64_t size)>;

/// Registers NAME/SIZE: the median of the device's own time (CUDA events) for work queued back to back, after
/// a call that is not counted. From half a second on a single call is timed, from one second on the first.
/// A size that would take longer than five seconds, going by the ones before it, is left out: its entry is
/// an error whose message says so. `sizes` ascend.
void add_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare);

/// Registers NAME/gmp/SIZE: the same by the clock. From 0.2 seconds on the first call is the one timed.
void add_gmp_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare);

/// The whole of a bench program: `add` registers its series, for a GPU or the host, which then run as the
/// command line says. \returns the exit status.
int run_series(int argc, char** argv, const std::function<void(bool gpu)>& add);

/// first, first * factor, ... up to last.
std::vector<std::int64_t> geometric(std::int64_t first, std::int64_t last, std::int64_t factor);
/// first, first + step, ... up to last.
std::vector<std::int64_t> arithmetic(std::int64_t first, std::int64_t last, std::int64_t step = 2);

}  // namespace gbi::bench
