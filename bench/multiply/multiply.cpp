/// \file
/// n x n products and squares by each algorithm, and GMP on one thread, at the sizes 2^10, 2^12, ... bits;
/// short convolutions in one block and in tiles, single and in batches.
///
///   bench_multiply --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// The largest size is 2^24 bits on the host and 2^32 on a GPU; GMP stops at 2^28, and an algorithm is forced
/// only where the planner may choose another. Operands are random limbs in device memory and the result stays
/// there. The time is that of the device (CUDA events) for products queued back to back; the reported one is
/// the median of the repetitions.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "bench/support/report.hpp"
#include "gpu_bigint/gmp.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/multiply.hpp"

namespace {

using gbi::algorithm;
using gbi::gpu_bigint;

std::vector<std::uint64_t> random_limbs(std::size_t bits, std::uint64_t seed) {
  std::mt19937_64 generator(seed);
  std::vector<std::uint64_t> limbs(bits / 64);
  for (auto& l : limbs) l = generator();
  return limbs;
}

/// Products timed together: short ones are queued in numbers, so that what is measured is the device and not
/// the start of one product.
int products_at_once(std::size_t bits) {
  return bits <= std::size_t{1} << 20 ? 32 : 1;
}

void measure(benchmark::State& state, algorithm how, bool square) {
  const std::size_t bits = std::size_t{1} << state.range(0);
  std::random_device seed;
  const gpu_bigint a = gpu_bigint::from_limbs(random_limbs(bits, seed()));
  const gpu_bigint b = square ? a : gpu_bigint::from_limbs(random_limbs(bits, seed()));
  auto& executor = a.context().engine()->executor();
  const int count = products_at_once(bits);
  benchmark::DoNotOptimize(multiply(a, b, how));
  executor.synchronize();
  for (auto _ : state)
    state.SetIterationTime(executor.seconds_of([&] {
      for (int i = 0; i < count; ++i) benchmark::DoNotOptimize(multiply(a, b, how));
    }) / count);
  state.SetLabel(plan_product(a, b, how).to_string());
}

/// The integer convolution alone, in one block or in tiles: where the planner should go from one to the
/// other (plan/policy_table.cpp).
void measure_convolution(benchmark::State& state, gbi::plan::convolution form) {
  const std::size_t limbs = (std::size_t{1} << state.range(0)) / 64;
  const auto batch = static_cast<std::uint32_t>(state.range(1));
  auto& engine = *gbi::context::current().engine();
  auto& executor = engine.executor();
  const auto values = random_limbs(2 * limbs * batch * 64, std::random_device{}());
  const gbi::exec::buffer<gbi::limb> operands(executor, std::span<const gbi::limb>(values));
  const gbi::exec::buffer<gbi::limb> result(executor, 2 * limbs * batch);
  const gbi::products::product what{.a = {operands.data(), limbs, limbs},
                                    .b = {operands.data() + limbs * batch, limbs, limbs},
                                    .out = {result.data(), 2 * limbs, 2 * limbs},
                                    .batch = batch};
  constexpr int count = 32;
  gbi::products::run(engine, what, algorithm::tiled, form);
  executor.synchronize();
  for (auto _ : state)
    state.SetIterationTime(executor.seconds_of([&] {
      for (int i = 0; i < count; ++i) gbi::products::run(engine, what, algorithm::tiled, form);
    }) / count);
}

void add_convolution(const std::string& name, gbi::plan::convolution form) {
  benchmark::RegisterBenchmark(name.c_str(),
                               [=](benchmark::State& state) { measure_convolution(state, form); })
      ->ArgsProduct({{6, 8, 10, 11, 12, 13, 14, 15}, {1, 16, 128, 1024}})
      ->UseManualTime()
      ->MinTime(0.02)
      ->Unit(benchmark::kMicrosecond);
}

void measure_gmp(benchmark::State& state) {
  const std::size_t bits = std::size_t{1} << state.range(0);
  mpz_t a, b, c;
  mpz_inits(a, b, c, nullptr);
  for (auto [number, seed] : {std::pair{a, 1}, std::pair{b, 2}}) {
    const auto limbs = random_limbs(bits, static_cast<std::uint64_t>(seed));
    mpz_import(number, limbs.size(), -1, 8, 0, 0, limbs.data());
  }
  for (auto _ : state) mpz_mul(c, a, b);
  mpz_clears(a, b, c, nullptr);
}

void sizes(benchmark::internal::Benchmark* entry, int smallest, int largest) {
  for (int n = smallest; n <= largest; n += 2) entry->Arg(n);
  entry->Unit(benchmark::kMillisecond);
}

/// Every repetition draws its operands anew, which takes far longer than a long product: those repeat less
/// often.
void add(const std::string& name, algorithm how, bool square, int largest) {
  constexpr int longest_cheap = 26;
  for (const bool cheap : {true, false}) {
    if (!cheap && largest <= longest_cheap) break;
    auto* entry = benchmark::RegisterBenchmark(name.c_str(),
                                               [=](benchmark::State& state) { measure(state, how, square); });
    sizes(entry, cheap ? 10 : longest_cheap + 2, cheap ? std::min(largest, longest_cheap) : largest);
    entry->UseManualTime()->MinTime(0.02)->Repetitions(cheap ? 7 : 3)->ReportAggregatesOnly(true);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const auto where = gbi::context::current();
  gbi::bench::describe(where);
  const int largest = where.backend() == gbi::backend::cuda ? 32 : 24;
  add("product/automatic", algorithm::automatic, false, largest);
  add("product/tiled", algorithm::tiled, false, 18);
  add("product/fft", algorithm::fft, false, 18);
  add("product/fft_packed_real", algorithm::fft_packed_real, false, std::min(largest, 26));
  add("product/fft_complex", algorithm::fft_complex, false, std::min(largest, 26));
  add("square/automatic", algorithm::automatic, true, largest);
  add_convolution("convolution/in_block", gbi::plan::convolution::in_block);
  add_convolution("convolution/in_tiles", gbi::plan::convolution::in_tiles);
  sizes(benchmark::RegisterBenchmark("product/gmp", measure_gmp)->MinTime(0.02), 10, std::min(largest, 28));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
