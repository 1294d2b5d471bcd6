/// \file
/// Inclusive sums: the library's by each algorithm, CUB's DeviceScan where there is a GPU, a sequential sum
/// on the processor, and the copy speed for comparison.
///
/// bench_scan --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// scan/ALGORITHM/TYPE/single/n is one problem of 2^n elements. scan/ALGORITHM/TYPE/batch/n is a batch of
/// such problems with 2^26 elements in total (2^22 on the host). CUB has no batched scan. Its
/// scan by key does the same in one launch. Data stay in device memory.
/// Times are the device's (CUDA events) for scans queued back to back, medians of the repetitions.
/// bytes_per_second counts every element once in and once out.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "bench/rivals/cub_scan.hpp"
#include "bench/rivals/place.hpp"
#include "bench/support/repeated.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/scan.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::bench::add;
using gbi::bench::measure;
using gbi::exec::buffer;
using gbi::exec::executor;

/// Small random numbers: one megabyte, repeated on the device.
template <class T>
buffer<T> random_input(executor& where, std::size_t count) {
  std::mt19937 generator(1);
  std::vector<T> values(std::min<std::size_t>(count, (1 << 20) / sizeof(T)));
  for (T& x : values) x = static_cast<T>(generator() % 256);
  return gbi::bench::repeated(where, std::move(values), count);
}

template <class T>
void measure_ours(benchmark::State& state, const gbi::context& where, gbi::scan_algorithm algorithm,
                  std::size_t size, std::size_t batch) {
  executor& device = gbi::detail::engine_of(where)->executor();
  const buffer<T> in = random_input<T>(device, size * batch), out(device, size * batch);
  measure(state, device, 2 * size * batch * sizeof(T), [&] {
    gbi::scan(where, static_cast<const T*>(in.data()), out.data(), size,
              {.algorithm = algorithm, .batch = batch});
  });
}

template <class T>
void measure_copy(benchmark::State& state, const gbi::context& where, std::size_t size) {
  executor& device = gbi::detail::engine_of(where)->executor();
  const buffer<T> in = random_input<T>(device, size), out(device, size);
  measure(state, device, 2 * size * sizeof(T), [&] { device.copy(out.data(), in.data(), size * sizeof(T)); });
}

template <class T>
void measure_sequential(benchmark::State& state, std::size_t size) {
  std::mt19937 generator(1);
  std::vector<T> in(size), out(size);
  for (T& x : in) x = static_cast<T>(generator() % 256);
  for (auto _ : state) {
    std::partial_sum(in.begin(), in.end(), out.begin());
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * 2 * size * sizeof(T)));
}

/// Registers all scans of 2^log2_batch problems with 2^log2_size elements each.
template <class T>
void add_shape(const gbi::context& where, [[maybe_unused]] void* stream, const std::string& type,
               int log2_size, int log2_batch, const char* kind) {
  const std::size_t size = std::size_t{1} << log2_size, batch = std::size_t{1} << log2_batch;
  const std::string shape = "/" + type + "/" + kind + "/" + std::to_string(log2_size);
  using gbi::scan_algorithm;
  for (const auto& [name, algorithm] :
       {std::pair{"look_back", scan_algorithm::look_back}, std::pair{"cascade", scan_algorithm::cascade}})
    add(std::string("scan/") + name + shape, [=, algorithm = algorithm](benchmark::State& state) {
      measure_ours<T>(state, where, algorithm, size, batch);
    });
#if defined(GPU_BIGINT_WITH_CUDA)
  if (where.backend() != gbi::backend::cuda) return;
  add("scan/cub" + shape, [=](benchmark::State& state) {
    executor& device = gbi::detail::engine_of(where)->executor();
    const buffer<T> in = random_input<T>(device, size * batch), out(device, size * batch);
    device.synchronize();
    const gbi::bench::cub_scan<T> cub(stream, size, batch);
    measure(state, device, 2 * size * batch * sizeof(T), [&] { cub(in.data(), out.data()); });
  });
#endif
}

template <class T>
void add_type(const gbi::context& where, void* stream, const std::string& type) {
  const bool gpu = where.backend() == gbi::backend::cuda;
  const int largest = gpu ? 28 : 24, altogether = gpu ? 26 : 22;
  for (int n = 10; n <= largest; n += 2) add_shape<T>(where, stream, type, n, 0, "single");
  for (int n = 6; n < altogether; n += 2) add_shape<T>(where, stream, type, n, altogether - n, "batch");
  add("copy/" + type + "/" + std::to_string(largest),
      [=](benchmark::State& state) { measure_copy<T>(state, where, std::size_t{1} << largest); });
}

void add_all(bool /*gpu*/) {
  const gbi::context where = gbi::context::current();
  void* const stream = where.stream();
  add_type<std::int32_t>(where, stream, "int32");
  add_type<std::int64_t>(where, stream, "int64");
  add_type<double>(where, stream, "double");
  // The historical case: 16,777,216 elements. Compare it with scan/.../int32/single/24.
  benchmark::RegisterBenchmark(
      "scan/sequential/int32/single/24",
      [](benchmark::State& state) { measure_sequential<std::int32_t>(state, 1 << 24); })
      ->Unit(benchmark::kMicrosecond)
      ->Repetitions(7)
      ->ReportAggregatesOnly(true);
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, add_all, gbi::bench::place_with_rivals);
}
