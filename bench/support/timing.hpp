/// \file
/// Measurement and repetition, the same in every bench so that their figures can be compared.
#pragma once

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "src/exec/executor.hpp"

namespace gbi::bench {

/// The number of repetitions, and the unit of the report.
struct repetition {
  int count = 7;            ///< the report has their median
  double min_time = 0.001;  ///< reported seconds to reach (up to 32 times as many are measured); 0: once
  benchmark::TimeUnit unit = benchmark::kMicrosecond;
};

/// Registers `function`, which sets the time itself (as `measure` does). Only aggregates are reported.
template <class Function>
benchmark::internal::Benchmark* add(const std::string& name, Function&& function,
                                    const repetition& repeat = {}) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), std::forward<Function>(function));
  if (repeat.min_time > 0)
    entry->MinTime(repeat.min_time);
  else
    entry->Iterations(1);
  return entry->UseManualTime()->Unit(repeat.unit)->Repetitions(repeat.count)->ReportAggregatesOnly(true);
}

/// Measures the device's own time for one `work`. `count` of them are queued back to back, after one that is
/// not timed and fills caches and memory pools.
template <class Work>
void measure_queued(benchmark::State& state, exec::executor& device, int count, Work&& work) {
  work();
  device.synchronize();
  for (auto _ : state)
    state.SetIterationTime(device.seconds_of([&] {
      for (int i = 0; i < count; ++i) work();
    }) / count);
}

/// Measures work that must read and write `bytes` in total, and reports bytes per second. Short work is
/// queued in large numbers, so that the time is the device's and not the start of one launch.
template <class Work>
void measure(benchmark::State& state, exec::executor& device, std::size_t bytes, Work&& work) {
  const auto count = static_cast<int>(std::clamp<std::size_t>((std::size_t{1} << 26) / bytes, 1, 32));
  measure_queued(state, device, count, work);
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(bytes));
}

}  // namespace gbi::bench
