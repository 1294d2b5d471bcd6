#include "bench/support/series.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <memory>
#include <stdexcept>
#include <utility>

#include "bench/support/median.hpp"
#include "bench/support/report.hpp"
#include "bench/support/stopwatch.hpp"

namespace gbi::bench {

namespace {

/// A size that would take longer is left out.
constexpr double longest_call = 5;

/// From this time on the first call counts, and one call after the first.
constexpr double first_counts = 1, one_counts = 0.5;

/// Times of the two sizes before the next one.
class history {
 public:
  /// Predicts the time of the next size: the growth between the last two sizes continues, if the last one
  /// took long enough to measure.
  double expected() const {
    if (last_ < longest_call / 64) return 0;
    return last_ * std::clamp(last_ / before_last_, 2.0, 16.0);
  }
  void add(double seconds) { before_last_ = std::exchange(last_, seconds); }

 private:
  double last_ = 0, before_last_ = longest_call;
};

measurement measured_by(stopwatch seconds_of, const std::function<void()>& work) {
  const double first = seconds_of(work);
  if (first > first_counts) return {first};
  const double estimate = std::min(first, seconds_of(work));
  if (estimate > one_counts) return {estimate};
  // Times at least two milliseconds of calls at once, so that neither the clock nor the start of a launch
  // matters.
  const auto count = static_cast<int>(std::clamp(0.002 / estimate, 1.0, 10'000.0));
  std::vector<double> samples(estimate < 0.02 ? 7 : 3);
  for (double& sample : samples)
    sample = seconds_of([&] {
               for (int i = 0; i < count; ++i) work();
             }) /
             count;
  return measurement_of(samples);
}

void measure(benchmark::State& state, stopwatch seconds_of, const preparation& prepare, history& past) {
  if (past.expected() > longest_call) {
    past.add(past.expected());  // all larger sizes are left out, too
    state.SkipWithError("left out: would take longer than five seconds");
    return;
  }
  measurement time{};
  task measured;
  try {
    measured = prepare(state.range(0));
    time = measured_by(seconds_of, measured.work);
    if (measured.right && time.seconds < one_counts && !measured.right())
      throw std::logic_error("the result is wrong");
  } catch (const std::exception& failure) {
    state.SkipWithError(failure.what());
    return;
  }
  past.add(time.seconds);
  for (auto _ : state) state.SetIterationTime(time.seconds / measured.parts);
  report_variation(state, time);
  if (measured.bytes > 0) state.SetBytesProcessed(std::llround(measured.bytes / measured.parts));
  if (measured.items > 0) state.SetItemsProcessed(std::llround(measured.items / measured.parts));
  state.SetLabel(measured.label);
}

void add(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare,
         stopwatch seconds_of) {
  auto* entry = benchmark::RegisterBenchmark(
      name.c_str(), [seconds_of, prepare = std::move(prepare), past = std::make_shared<history>()](
                        benchmark::State& state) { measure(state, seconds_of, prepare, *past); });
  for (const std::int64_t size : sizes) entry->Arg(size);
  entry->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

}  // namespace

void add_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare) {
  add(name, sizes, std::move(prepare), device_seconds);
}

void add_gmp_series(const std::string& name, const std::vector<std::int64_t>& sizes, preparation prepare) {
  add(name + "/gmp", sizes, std::move(prepare), clock_seconds);
}

std::vector<std::int64_t> geometric(std::int64_t first, std::int64_t last, std::int64_t factor) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size <= last; size *= factor) sizes.push_back(size);
  return sizes;
}

std::vector<std::int64_t> arithmetic(std::int64_t first, std::int64_t last, std::int64_t step) {
  std::vector<std::int64_t> sizes;
  for (std::int64_t size = first; size <= last; size += step) sizes.push_back(size);
  return sizes;
}

}  // namespace gbi::bench
