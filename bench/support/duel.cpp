#include "bench/support/duel.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <vector>

#include "bench/support/median.hpp"

namespace gbi::bench {

namespace {

using clock = std::chrono::steady_clock;

double seconds_of(const std::function<void(std::int64_t)>& work, std::int64_t times) {
  const auto begin = clock::now();
  work(times);
  return std::chrono::duration<double>(clock::now() - begin).count();
}

/// The number of repetitions that take a millisecond, at least one.
std::int64_t repetitions_of(const std::function<void(std::int64_t)>& work) {
  constexpr double enough = 1e-3;
  std::int64_t times = 1;
  work(times);
  for (double seconds = seconds_of(work, times); seconds < enough; seconds = seconds_of(work, times))
    times *= seconds < enough / 10 ? 8 : 2;
  return times;
}

/// Median seconds of one repetition: the library's and GMP's.
std::array<double, 2> fought(const duel& of) {
  constexpr int most_rounds = 31;
  constexpr double most_seconds = 1;
  const std::array sides{of.ours, of.gmp};
  const std::array times{repetitions_of(of.ours), repetitions_of(of.gmp)};
  std::array<std::vector<double>, 2> samples;
  const auto begin = clock::now();
  for (int round = 0; round < most_rounds; ++round) {
    for (std::size_t side = 0; side < 2; ++side)
      samples[side].push_back(seconds_of(sides[side], times[side]) / static_cast<double>(times[side]));
    if (round >= 2 && std::chrono::duration<double>(clock::now() - begin).count() > most_seconds) break;
  }
  return {median(samples[0]), median(samples[1])};
}

}  // namespace

void add_duel(const std::string& name, std::int64_t size, std::function<duel()> prepare) {
  struct result {
    std::function<duel()> prepare;
    std::array<double, 2> seconds{};
    bool known = false;
    double of(std::size_t side) {
      if (!known) seconds = fought(prepare());
      known = true;
      return seconds[side];
    }
  };
  const auto both = std::make_shared<result>(result{std::move(prepare)});
  for (const std::size_t side : {0, 1})
    benchmark::RegisterBenchmark((name + (side == 0 ? "/" : "/gmp/") + std::to_string(size)).c_str(),
                                 [both, side](benchmark::State& state) {
                                   for (auto _ : state) state.SetIterationTime(both->of(side));
                                 })
        ->Iterations(1)
        ->UseManualTime()
        ->Unit(benchmark::kNanosecond);
}

}  // namespace gbi::bench
