/// \file
/// Factorials, binomial coefficients, primorials, Fibonacci and Lucas numbers, and steps of the Lucas-Lehmer
/// test, each beside GMP on one thread.
///
///   bench_sequences --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// Arguments are those of the function; binomial/n is n over n/2, lucas_lehmer/p one step modulo 2^p - 1.
/// Ours is the time from the call to the result in device memory, host work such as sieves included: the
/// reported one is the median of the repetitions. GMP's step is a square, a shift and a sum.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <string>

#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/sequences.hpp"

namespace {

using gbi::gpu_bigint;
using Ours = gpu_bigint (*)(std::uint64_t);
using Gmp = void (*)(mpz_ptr, unsigned long);

std::uint64_t argument_of(const benchmark::State& state) {
  return static_cast<std::uint64_t>(state.range(0));
}

void add(const std::string& name, Ours ours, Gmp gmp, int largest) {
  const auto measure_ours = [=](benchmark::State& state) {
    const gbi::context where = gbi::context::current();
    for (auto _ : state) {
      benchmark::DoNotOptimize(ours(argument_of(state)));
      where.synchronize();
    }
  };
  const auto measure_gmp = [=](benchmark::State& state) {
    mpz_t result;
    mpz_init(result);
    for (auto _ : state) gmp(result, argument_of(state));
    mpz_clear(result);
  };
  const auto sizes = [=](auto* entry) {
    entry->RangeMultiplier(10)->Range(10'000, largest)->UseRealTime()->Unit(benchmark::kMillisecond);
    entry->MinTime(0.02)->Repetitions(3)->ReportAggregatesOnly(true);
  };
  sizes(benchmark::RegisterBenchmark((name + "/ours").c_str(), measure_ours));
  sizes(benchmark::RegisterBenchmark((name + "/gmp").c_str(), measure_gmp));
}

void measure_step(benchmark::State& state) {
  gbi::lucas_lehmer test(argument_of(state));
  const gbi::context where = gbi::context::current();
  const auto steps = static_cast<std::uint64_t>(100'000'000 / state.range(0) + 1);
  test.step(20);  // until the numbers are long
  where.synchronize();
  for (auto _ : state) {
    if (test.steps_left() < steps) test = gbi::lucas_lehmer(argument_of(state));
    test.step(steps);
    where.synchronize();
  }
  // Not what an iteration takes but a step.
  state.counters["step"] =
      benchmark::Counter(static_cast<double>(steps),
                         benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetLabel(std::to_string(test.digits()) + " digits");
}

void measure_gmp_step(benchmark::State& state) {
  const auto p = static_cast<mp_bitcnt_t>(state.range(0));
  mpz_t s, high;
  mpz_init(high);
  mpz_init_set_ui(s, 3);
  mpz_mul_2exp(s, s, p - 2);
  for (auto _ : state) {
    mpz_mul(s, s, s);
    mpz_tdiv_q_2exp(high, s, p);
    mpz_tdiv_r_2exp(s, s, p);
    mpz_add(s, s, high);
    if (mpz_tstbit(s, p) != 0) {
      mpz_clrbit(s, p);
      mpz_add_ui(s, s, 1);
    }
    mpz_sub_ui(s, s, 2);
  }
  mpz_clears(s, high, nullptr);
}

void add_steps(bool gpu) {
  auto* ours = benchmark::RegisterBenchmark("lucas_lehmer/ours", measure_step);
  auto* gmp = benchmark::RegisterBenchmark("lucas_lehmer/gmp", measure_gmp_step);
  for (auto* entry : {ours, gmp}) {
    entry->Unit(benchmark::kMillisecond)->UseRealTime()->MinTime(0.05)->Repetitions(3);
    for (const int p : {11213, 86243, 1257787, 13466917}) entry->Arg(p);
    if (gpu) entry->Arg(57885161)->Arg(136279841);
    entry->ReportAggregatesOnly(true);
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::context where = gbi::context::current();
  const gbi::scoped_context use(where);
  gbi::bench::describe(where);
  const bool gpu = where.backend() == gbi::backend::cuda;
  const int largest = gpu ? 10'000'000 : 1'000'000;
  add("factorial", gbi::factorial, mpz_fac_ui, 10'000'000);
  add(
      "binomial", [](std::uint64_t n) { return gbi::binomial(n, n / 2); },
      [](mpz_ptr result, unsigned long n) { mpz_bin_uiui(result, n, n / 2); }, 10 * largest);
  add("primorial", gbi::primorial, mpz_primorial_ui, 10 * largest);
  add("fibonacci", gbi::fibonacci, mpz_fib_ui, 10 * largest);
  add("lucas", gbi::lucas, mpz_lucnum_ui, 10 * largest);
  add_steps(gpu);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
