/// \file
/// Series: one operation over many sizes, the library's and GMP's, for operations that take from a
/// microsecond to seconds. The number of repetitions follows from the time of a call, so that a whole program
/// takes a minute.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gbi::bench {

/// The measurement of one size.
struct task {
  std::function<void()> work;
  /// Checks the result, outside the measured time. Not called if the work is long; may be empty.
  std::function<bool()> right = {};
  double bytes = 0;        ///< bytes read and written; reported per second unless 0
  double items = 0;        ///< items worked on; reported per second unless 0
  double parts = 1;        ///< the time of one part is reported
  std::string label = {};  ///< appears in the report
};

/// Makes the task for a size.
using preparation = std::function<task(std::int64_t size)>;

/// Registers NAME/SIZE: the median of the device's own time (CUDA events) for work queued back to back, after
/// a call that is not counted. From half a second on a single call is timed, and from one second on the first
/// call. A size that would take longer than five seconds, judging by the smaller sizes, is left out: its
/// entry is an error whose message says so. `sizes` ascend.
void add_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare);

/// Registers NAME/gmp/SIZE, timed by the clock and otherwise in the same way.
void add_gmp_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare);

/// The sizes first, first * factor, ... up to last.
std::vector<std::int64_t> geometric(std::int64_t first, std::int64_t last, std::int64_t factor);
/// The sizes first, first + step, ... up to last.
std::vector<std::int64_t> arithmetic(std::int64_t first, std::int64_t last, std::int64_t step = 2);

}  // namespace gbi::bench
