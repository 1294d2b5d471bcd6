/// \file
/// Division, division by a repeated divisor and square roots at the sizes 2^12, 2^14, ... bits, beside our
/// product and GMP on one thread, to be read as multiples of the product.
///
///   bench_division --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// SERIES/n: product of n by n bits, quotient and remainder of 2 n by n bits, root and remainder of 2 n bits,
/// each n a power of two. Operands are random limbs in device memory and results stay there. The time is that
/// of the device; where the host has to wait for a size or a sign, that is part of it.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>

#include "bench/multiply/operands.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "src/context/engine.hpp"

namespace {

using gbi::gpu_bigint;

/// `make(a, b)` prepares what is measured for numbers of 2 n and n bits.
using preparation = std::function<std::function<void()>(const gpu_bigint&, const gpu_bigint&)>;

void measure(benchmark::State& state, const preparation& make) {
  const std::size_t bits = std::size_t{1} << state.range(0);
  std::random_device seed;
  const gpu_bigint a = gpu_bigint::from_limbs(gbi::bench::random_limbs(2 * bits, seed()));
  const gpu_bigint b = gpu_bigint::from_limbs(gbi::bench::random_limbs(bits, seed()));
  const std::function<void()> work = make(a, b);
  gbi::bench::measure_queued(state, a.context().engine()->executor(), gbi::bench::products_at_once(bits),
                             work);
}

void add(const std::string& name, int largest, const preparation& make) {
  auto* entry = gbi::bench::add(name, [=](benchmark::State& state) { measure(state, make); },
                                {.count = 5, .min_time = 0.002});
  for (int n = 12; n <= largest; n += 2) entry->Arg(n);
}

using gmp_work = void (*)(mpz_ptr, mpz_ptr, mpz_srcptr, mpz_srcptr);

void add_gmp(const std::string& name, int largest, gmp_work work) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const std::size_t bits = std::size_t{1} << state.range(0);
    mpz_t a, b, c, d;
    mpz_inits(a, b, c, d, nullptr);
    const auto limbs_a = gbi::bench::random_limbs(2 * bits, 1), limbs_b = gbi::bench::random_limbs(bits, 2);
    mpz_import(a, limbs_a.size(), -1, 8, 0, 0, limbs_a.data());
    mpz_import(b, limbs_b.size(), -1, 8, 0, 0, limbs_b.data());
    for (auto _ : state) work(c, d, a, b);
    mpz_clears(a, b, c, d, nullptr);
  });
  for (int n = 12; n <= largest; n += 2) entry->Arg(n);
  entry->MinTime(0.02)->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::context where = gbi::context::current();
  gbi::bench::describe(where);
  const int largest = where.backend() == gbi::backend::cuda ? 30 : 22;
  add("product", largest, [](const gpu_bigint&, const gpu_bigint& b) {
    return [b, c = gbi::abs(b) + 1] { benchmark::DoNotOptimize(b * c); };
  });
  add("division", largest, [](const gpu_bigint& a, const gpu_bigint& b) {
    return [a, b] { benchmark::DoNotOptimize(gbi::div_rem(a, b)); };
  });
  add("divider", largest, [](const gpu_bigint& a, const gpu_bigint& b) {
    return [a, by = gbi::divider(b)] { benchmark::DoNotOptimize(by.div_rem(a)); };
  });
  add("sqrt", largest, [](const gpu_bigint& a, const gpu_bigint&) {
    return [a] { benchmark::DoNotOptimize(gbi::sqrt_rem(a)); };
  });
  add("by_limb", largest, [](const gpu_bigint& a, const gpu_bigint&) {
    return [a, d = gpu_bigint(1'000'003)] { benchmark::DoNotOptimize(gbi::div_rem(a, d)); };
  });
  add_gmp("gmp/division", std::min(largest, 26),
          [](mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr b) { mpz_tdiv_qr(c, d, a, b); });
  add_gmp("gmp/sqrt", std::min(largest, 26),
          [](mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr) { mpz_sqrtrem(c, d, a); });
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
