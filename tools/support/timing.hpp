/// \file
/// Measuring and printing times.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace support {

/// Runs from its construction on.
class stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Measures the seconds that the work takes.
template <class Work>
double seconds_of(Work&& work) {
  const stopwatch clock;
  work();
  return clock.seconds();
}

struct measured {
  double median;
  int runs;
};

/// The median time of up to `runs` runs. After three seconds, no further run starts unless `all` is set.
template <class Work>
measured median_seconds(int runs, bool all, Work&& work) {
  constexpr double enough = 3;
  std::vector<double> times;
  double total = 0;
  for (int i = 0; i < runs && (all || i == 0 || total < enough); ++i) {
    times.push_back(seconds_of(work));
    total += times.back();
  }
  std::sort(times.begin(), times.end());
  const std::size_t middle = times.size() / 2;
  const double median = times.size() % 2 == 1 ? times[middle] : (times[middle - 1] + times[middle]) / 2;
  return {median, static_cast<int>(times.size())};
}

/// Formats with three significant digits and a unit: "12.3 ms".
std::string shown_seconds(double seconds);
/// Formats whole seconds: "42 s", "3 min 20 s", "5 h 7 min", "12 d 3 h".
std::string shown_duration(double seconds);
/// Formats with three significant digits and a factor: "1.20 M".
std::string shown_rate(double per_second);
/// Formats with separators between thousands: "10,000,000".
std::string shown_count(std::uint64_t count);

}  // namespace support
