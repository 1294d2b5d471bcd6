/// \file
/// n x n products and squares by each algorithm, and GMP on one thread, at the sizes 2^10, 2^12, ... bits.
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
#include <string>
#include <vector>

#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gmp.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"

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
  gbi::bench::measure_queued(state, executor, products_at_once(bits),
                             [&] { benchmark::DoNotOptimize(multiply(a, b, how)); });
  state.SetLabel(plan_product(a, b, how).to_string());
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
    auto* entry =
        gbi::bench::add(name, [=](benchmark::State& state) { measure(state, how, square); },
                        {.count = cheap ? 7 : 3, .min_time = 0.02, .unit = benchmark::kMillisecond});
    sizes(entry, cheap ? 10 : longest_cheap + 2, cheap ? std::min(largest, longest_cheap) : largest);
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
  sizes(benchmark::RegisterBenchmark("product/gmp", measure_gmp)->MinTime(0.02), 10, std::min(largest, 28));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
