/// \file
/// n x n products and squares by each algorithm, GMP on one thread and cuFFT where there is a GPU, at the
/// sizes 2^10, 2^12, ... bits.
///
///   bench_multiply --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// The largest size is 2^24 bits on the host and 2^32 on a GPU; GMP stops at 2^28, and an algorithm is forced
/// only where the planner may choose another. Operands are random limbs in device memory and the result stays
/// there. The time is that of the device (CUDA events) for products queued back to back; the reported one is
/// the median of the repetitions. product/cufft is digits, transforms, pointwise product and rounding; unlike
/// all others it computes no carries, which favours it.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "bench/multiply/operands.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gmp.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "bench/multiply/cufft.hpp"
#include "bench/rivals/cuda_stream.hpp"
#endif

namespace {

using gbi::algorithm;
using gbi::gpu_bigint;
using gbi::bench::random_limbs;

void measure(benchmark::State& state, algorithm how, bool square) {
  const std::size_t bits = std::size_t{1} << state.range(0);
  std::random_device seed;
  const gpu_bigint a = gpu_bigint::from_limbs(random_limbs(bits, seed()));
  const gpu_bigint b = square ? a : gpu_bigint::from_limbs(random_limbs(bits, seed()));
  auto& executor = a.context().engine()->executor();
  gbi::bench::measure_queued(state, executor, gbi::bench::products_at_once(bits),
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
template <class Function>
void add(const std::string& name, Function&& function, int smallest, int largest) {
  constexpr int longest_cheap = 26;
  for (const bool cheap : {true, false}) {
    if (!cheap && largest <= longest_cheap) break;
    auto* entry = gbi::bench::add(
        name, function, {.count = cheap ? 7 : 3, .min_time = 0.02, .unit = benchmark::kMillisecond});
    sizes(entry, cheap ? smallest : longest_cheap + 2, cheap ? std::min(largest, longest_cheap) : largest);
  }
}

void add_ours(const std::string& name, algorithm how, bool square, int largest) {
  add(
      name, [=](benchmark::State& state) { measure(state, how, square); }, 10, largest);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const auto backend = gbi::context::current().backend();
  const bool gpu = backend == gbi::backend::cuda;
  void* stream = nullptr;
#if defined(GPU_BIGINT_WITH_CUDA)
  if (gpu) stream = gbi::bench::new_cuda_stream();
#endif
  const gbi::context where(backend, 0, stream);
  const gbi::scoped_context use(where);
  gbi::bench::describe(where);
  const int largest = gpu ? 32 : 24;
  add_ours("product/automatic", algorithm::automatic, false, largest);
  add_ours("product/tiled", algorithm::tiled, false, 18);
  add_ours("product/fft", algorithm::fft, false, 18);
  add_ours("product/fft_packed_real", algorithm::fft_packed_real, false, std::min(largest, 26));
  add_ours("product/fft_complex", algorithm::fft_complex, false, std::min(largest, 26));
  add_ours("square/automatic", algorithm::automatic, true, largest);
#if defined(GPU_BIGINT_WITH_CUDA)
  if (gpu)
    add(
        "product/cufft", [=](benchmark::State& state) { gbi::bench::measure_cufft(state, where, stream); },
        12, largest);
#endif
  sizes(benchmark::RegisterBenchmark("product/gmp", measure_gmp)->MinTime(0.02), 10, std::min(largest, 28));
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
