#include "bench/support/turns.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "bench/support/median.hpp"
#include "bench/support/report.hpp"

namespace gbi::bench {

namespace {

/// The number of repetitions that take two milliseconds, at least one. Neither the resolution of the clock
/// nor the start of a launch matters then.
std::int64_t repetitions_of(const repeated_work& work, stopwatch seconds_of) {
  constexpr double enough = 2e-3;
  std::int64_t times = 1;
  work(times);
  const auto seconds = [&] { return seconds_of([&] { work(times); }); };
  for (double taken = seconds(); taken < enough; taken = seconds()) times *= taken < enough / 10 ? 8 : 2;
  return times;
}

/// The time of one repetition of every work.
std::vector<measurement> measured_in_turn(const std::vector<repeated_work>& works, stopwatch seconds_of) {
  constexpr int fewest_rounds = 3, most_rounds = 31;
  constexpr double most_seconds = 1;
  std::vector<std::int64_t> times;
  for (const repeated_work& work : works) times.push_back(repetitions_of(work, seconds_of));
  std::vector<std::vector<double>> samples(works.size());
  double spent = 0;
  for (int round = 0; round < fewest_rounds || (round < most_rounds && spent < most_seconds); ++round)
    for (std::size_t i = 0; i < works.size(); ++i) {
      seconds_of([&] { works[i](1); });  // fills caches and pools again, and waits
      const double seconds = seconds_of([&] { works[i](times[i]); });
      spent += seconds;
      samples[i].push_back(seconds / static_cast<double>(times[i]));
    }
  std::vector<measurement> times_of_works;
  for (std::vector<double>& of_work : samples) times_of_works.push_back(measurement_of(of_work));
  return times_of_works;
}

}  // namespace

void add_in_turn(const std::vector<std::string>& names, std::function<std::vector<repeated_work>()> prepare,
                 stopwatch seconds_of, benchmark::TimeUnit unit, std::size_t parts) {
  const auto times = std::make_shared<std::vector<measurement>>();
  const auto measure = [prepare = std::move(prepare), seconds_of, times] {
    if (times->empty()) *times = measured_in_turn(prepare(), seconds_of);
  };
  for (std::size_t i = 0; i < names.size(); ++i)
    benchmark::RegisterBenchmark(names[i].c_str(),
                                 [measure, times, i, parts](benchmark::State& state) {
                                   try {
                                     measure();
                                   } catch (const std::exception& failure) {
                                     return state.SkipWithError(failure.what());
                                   }
                                   const double seconds = times->at(i).seconds / static_cast<double>(parts);
                                   for (auto _ : state) state.SetIterationTime(seconds);
                                   report_variation(state, times->at(i));
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(unit);
}

}  // namespace gbi::bench
