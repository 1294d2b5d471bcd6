/// \file
/// Greatest common divisors, cofactors, powers modulo a number and primality against GMP on one thread.
///
///   bench_number_theory --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n has operands of 2^n bits, random limbs in device memory, NAME/gmp/n are GMP's. As the host waits
/// for sizes, and decides, the time is the clock's. half_gcd_leaf/L/n is the gcd with blocks of up to L
/// limbs.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <random>
#include <string>

#include "bench/multiply/operands.hpp"
#include "bench/support/report.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "src/number_theory/gcd.hpp"

namespace {

using gbi::gpu_bigint;

gpu_bigint random_number(std::size_t bits) {
  return gpu_bigint::from_limbs(gbi::bench::random_limbs(bits, std::random_device{}()));
}

struct mpz {
  mpz_t value;
  explicit mpz(std::size_t bits) {
    mpz_init(value);
    const auto limbs = gbi::bench::random_limbs(bits, std::random_device{}());
    mpz_import(value, limbs.size(), -1, 8, 0, 0, limbs.data());
  }
  mpz(const mpz&) = delete;
  mpz& operator=(const mpz&) = delete;
  ~mpz() { mpz_clear(value); }
};

/// work(a, b, c) for odd c.
template <class Work>
void add(const std::string& name, int smallest, int largest, Work&& work) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    const std::size_t bits = std::size_t{1} << state.range(0);
    const gpu_bigint a = random_number(bits), b = random_number(bits), c = (random_number(bits - 1) << 1) + 1;
    work(a, b, c);
    const gbi::context where = a.context();
    where.synchronize();
    for (auto _ : state) {
      work(a, b, c);
      where.synchronize();
    }
  });
  for (int n = smallest; n <= largest; n += 2) entry->Arg(n);
  entry->UseRealTime()->Unit(benchmark::kMillisecond)->MinTime(0.05);
}

template <class Work>
void add_gmp(const std::string& name, int smallest, int largest, Work&& work) {
  auto* entry = benchmark::RegisterBenchmark((name + "/gmp").c_str(), [=](benchmark::State& state) {
    const std::size_t bits = std::size_t{1} << state.range(0);
    mpz a(bits), b(bits), c(bits), r(64), s(64), t(64);
    mpz_setbit(c.value, 0);
    for (auto _ : state) work(a.value, b.value, c.value, r.value, s.value, t.value);
  });
  for (int n = smallest; n <= largest; n += 2) entry->Arg(n);
  entry->UseRealTime()->Unit(benchmark::kMillisecond)->MinTime(0.05);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::context where = gbi::context::current();
  gbi::bench::describe(where);
  const int longest = where.backend() == gbi::backend::cuda ? 26 : 20;
  using number = const gpu_bigint&;

  add("gcd", 8, longest, [](number a, number b, number) { benchmark::DoNotOptimize(gcd(a, b)); });
  add_gmp("gcd", 8, longest, [](auto a, auto b, auto, auto r, auto, auto) { mpz_gcd(r, a, b); });
  add("gcd_ext", 8, longest, [](number a, number b, number) { benchmark::DoNotOptimize(gcd_ext(a, b)); });
  add_gmp("gcd_ext", 8, longest,
          [](auto a, auto b, auto, auto r, auto s, auto t) { mpz_gcdext(r, s, t, a, b); });
  add("jacobi", 8, longest, [](number a, number, number c) { benchmark::DoNotOptimize(jacobi(a, c)); });
  add_gmp("jacobi", 8, longest,
          [](auto a, auto, auto c, auto, auto, auto) { benchmark::DoNotOptimize(mpz_jacobi(a, c)); });
  add("powm", 8, 14, [](number a, number b, number c) { benchmark::DoNotOptimize(powm(a, b, c)); });
  add_gmp("powm", 8, 14, [](auto a, auto b, auto c, auto r, auto, auto) { mpz_powm(r, a, b, c); });
  add("powm_exponent_65537", 10, longest,
      [](number a, number, number c) { benchmark::DoNotOptimize(powm(a, 65537, c)); });
  add_gmp("powm_exponent_65537", 10, longest,
          [](auto a, auto, auto c, auto r, auto, auto) { mpz_powm_ui(r, a, 65537, c); });
  add("next_prime", 8, 10, [](number a, number, number) { benchmark::DoNotOptimize(next_prime(a)); });
  add_gmp("next_prime", 8, 10, [](auto a, auto, auto, auto r, auto, auto) { mpz_nextprime(r, a); });
  for (const std::uint64_t leaf : {24, 56, 120, 240})
    add("half_gcd_leaf/" + std::to_string(leaf), 16, 18,
        [=](number a, number b, number) { benchmark::DoNotOptimize(gbi::number_theory::gcd(a, b, leaf)); });
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
