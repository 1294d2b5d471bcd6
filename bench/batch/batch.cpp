/// \file
/// Batches of equal-width integers: products, modular products and powers, beside GMP on all cores. The rate
/// is that of elements.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/bigint_batch.hpp"
#include "src/context/engine.hpp"

namespace {

using gbi::bigint_batch;

/// Random elements of full length, odd ones when they are to be moduli.
bigint_batch random_batch(std::size_t size, std::size_t bits, bool odd = false) {
  static std::mt19937_64 engine{1};
  const std::size_t each = bits / 64;
  std::vector<std::uint64_t> limbs(size * each);
  for (std::uint64_t& limb : limbs) limb = engine();
  for (std::size_t g = 0; g < size; ++g) {
    limbs[g * each] |= odd ? 1 : 0;
    limbs[g * each + each - 1] |= std::uint64_t{1} << 63;
  }
  return bigint_batch::from_limbs(limbs, size, bits);
}

/// Elements that fill the device several times over with work of `cost` products of 64 x 64 bits each.
std::size_t batch_size(double cost) {
  const bool gpu = gbi::context::current().backend() == gbi::backend::cuda;
  const double seconds = gpu ? 0.1 : 0.05, rate = gpu ? 1e12 : 2e8;
  return static_cast<std::size_t>(std::clamp(seconds * rate / cost, 32.0, double(1 << 18))) / 32 * 32;
}

double limb_products(std::size_t bits) {
  return static_cast<double>(bits / 64) * static_cast<double>(bits / 64);
}

template <class Work>
void measure(benchmark::State& state, std::size_t size, Work&& work) {
  auto& executor = gbi::context::current().engine()->executor();
  gbi::bench::measure_queued(state, executor, 1, work);
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(size));
}

void measure_product(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  const std::size_t size = batch_size(limb_products(bits) + static_cast<double>(bits) / 8);
  const bigint_batch a = random_batch(size, bits), b = random_batch(size, bits);
  measure(state, size, [&] { benchmark::DoNotOptimize(mul_full(a, b)); });
}

void measure_modular_product(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  const std::size_t size = batch_size(4 * limb_products(bits) + static_cast<double>(bits) / 4);
  const bigint_batch a = random_batch(size, bits), b = random_batch(size, bits);
  const gbi::odd_moduli n = random_batch(size, bits, true);
  measure(state, size, [&] { benchmark::DoNotOptimize(mul_mod(a, b, n)); });
}

/// Everything of its own for each element: moduli are prepared within the time.
void measure_power(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  const std::size_t size = batch_size(2.4 * limb_products(bits) * static_cast<double>(bits));
  const bigint_batch a = random_batch(size, bits), e = random_batch(size, bits),
                     n = random_batch(size, bits, true);
  measure(state, size, [&] { benchmark::DoNotOptimize(pow_mod(a, e, n)); });
}

/// One exponent and one modulus, prepared before.
void measure_shared_power(benchmark::State& state) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  const std::size_t size = batch_size(2.4 * limb_products(bits) * static_cast<double>(bits));
  const bigint_batch a = random_batch(size, bits);
  const gbi::gpu_bigint e = random_batch(1, bits)[0];
  const gbi::odd_moduli n = random_batch(1, bits, true)[0];
  measure(state, size, [&] { benchmark::DoNotOptimize(pow_mod(a, e, n)); });
}

/// Random integers of full length in GMP's hands.
class gmp_numbers {
 public:
  gmp_numbers(std::size_t size, std::size_t bits, bool odd = false) : values_(size) {
    gmp_randstate_t source;
    gmp_randinit_mt(source);
    for (number& value : values_) {
      mpz_init(value.value);
      mpz_urandomb(value.value, source, bits);
      mpz_setbit(value.value, bits - 1);
      if (odd) mpz_setbit(value.value, 0);
    }
    gmp_randclear(source);
  }
  ~gmp_numbers() {
    for (number& value : values_) mpz_clear(value.value);
  }
  gmp_numbers(const gmp_numbers&) = delete;
  gmp_numbers& operator=(const gmp_numbers&) = delete;

  std::size_t size() const { return values_.size(); }
  mpz_ptr operator[](std::size_t g) { return values_[g].value; }

 private:
  struct number {
    mpz_t value;
  };
  std::vector<number> values_;
};

/// GMP on all cores, `count` elements at a time.
template <class Operation>
void measure_gmp(benchmark::State& state, std::size_t count, Operation&& operation) {
  const auto bits = static_cast<std::size_t>(state.range(0));
  gmp_numbers a(count, bits), b(count, bits), n(count, bits, true), result(count, 2 * bits);
  for (auto _ : state) {
#pragma omp parallel for schedule(dynamic, 1)
    for (std::size_t g = 0; g < count; ++g) operation(result[g], a[g], b[g], n[g]);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(state.iterations()) * static_cast<std::int64_t>(count));
}

void measure_gmp_product(benchmark::State& state) {
  measure_gmp(state, 4096, [](mpz_ptr r, mpz_srcptr a, mpz_srcptr b, mpz_srcptr) { mpz_mul(r, a, b); });
}
void measure_gmp_modular_product(benchmark::State& state) {
  measure_gmp(state, 1024, [](mpz_ptr r, mpz_srcptr a, mpz_srcptr b, mpz_srcptr n) {
    mpz_mul(r, a, b);
    mpz_mod(r, r, n);
  });
}
void measure_gmp_power(benchmark::State& state) {
  measure_gmp(state, 64, [](mpz_ptr r, mpz_srcptr a, mpz_srcptr b, mpz_srcptr n) { mpz_powm(r, a, b, n); });
}

void add(const std::string& name, void (*function)(benchmark::State&), int smallest, int largest) {
  auto* entry = gbi::bench::add(name, function, {.count = 3, .unit = benchmark::kMillisecond});
  for (int bits = smallest; bits <= largest; bits *= 2) {
    entry->Arg(bits);
    if (bits >= 1024 && bits / 2 * 3 <= largest) entry->Arg(bits / 2 * 3);
  }
}

void add_gmp(const std::string& name, void (*function)(benchmark::State&), int smallest, int largest) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), function);
  for (int bits = smallest; bits <= largest; bits *= 2) entry->Arg(bits);
  entry->UseRealTime()->Unit(benchmark::kMillisecond);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::context where = gbi::context::current();
  gbi::bench::describe(where);
  add("batch/product", measure_product, 256, 32768);
  add("batch/mul_mod", measure_modular_product, 256, 65536);
  add("batch/pow_mod", measure_power, 1024, 8192);
  add("batch/pow_mod/shared", measure_shared_power, 1024, 8192);
  add_gmp("batch/product/gmp", measure_gmp_product, 256, 32768);
  add_gmp("batch/mul_mod/gmp", measure_gmp_modular_product, 256, 65536);
  add_gmp("batch/pow_mod/gmp", measure_gmp_power, 1024, 8192);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
