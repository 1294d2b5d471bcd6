/// \file
/// Whole computations that take a second or more, compared with GMP on one thread.
///
///     bench_computations --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// pi/D computes pi to D decimals, from scratch to the text in host memory. batch_gcd/N finds common factors
/// among N random odd numbers of 2048 bits in device memory; ten pairs of them share a factor of 1024 bits.
/// Ten million numbers are cut into pieces that fit into memory. curves/N is stage 1 of N elliptic curves
/// with b1 = 10^5 modulo a number of 1024 bits. Times are wall-clock times. The first of three repetitions
/// also fills caches and memory pools, which does not affect the median. What takes half a minute runs once.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/computations/computations.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/context.hpp"

int main(int argc, char** argv) {
  using namespace gbi::bench;
  return run(argc, argv, [](bool gpu) {
    const auto add_size = [](const std::string& name, auto measure, std::uint64_t size) {
      add(name + std::to_string(size), [=](benchmark::State& state) { measure(state, size); },
          {.count = size < 10'000'000'000 ? 3 : 1, .min_time = 0, .unit = benchmark::kMillisecond});
    };
    const std::uint64_t most_decimals = gpu ? 10'000'000'000 : 1'000'000;
    constexpr std::uint64_t most_decimals_of_gmp = 10'000'000;
    for (std::uint64_t decimals = 10'000; decimals <= most_decimals; decimals *= 10) {
      add_size("pi/", measure_pi, decimals);
      if (decimals <= most_decimals_of_gmp) add_size("pi/gmp/", measure_pi_by_gmp, decimals);
    }
    const std::uint64_t most_moduli = gpu ? 10'000'000 : 1000;
    constexpr std::uint64_t most_moduli_of_gmp = 10'000;
    for (std::uint64_t count = 1000; count <= most_moduli; count *= 10) {
      add_size("batch_gcd/", measure_batch_gcd, count);
      if (count <= most_moduli_of_gmp) add_size("batch_gcd/gmp/", measure_batch_gcd_by_gmp, count);
    }
    constexpr std::uint64_t wave = 16'896;  // fills the multiprocessors of an H200 once
    if (gpu)
      for (const std::uint64_t count : {wave / 4, wave, 2 * wave}) add_size("curves/", measure_curves, count);
  });
}
