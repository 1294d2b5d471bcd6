/// \file
/// Factorials, binomial coefficients, primorials, Fibonacci and Lucas numbers, and steps of the Lucas-Lehmer
/// test, compared with GMP on one thread.
///
/// bench_sequences --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// The size in a name is the function's argument. binomial/n is n over n/2, and lucas_lehmer/p is one step
/// modulo 2^p - 1. The library's time runs from the call to the result in device memory and includes host
/// work such as sieves. GMP's step is a square, a shift and a sum, and
/// begins with a random number, as the library's steps do after the first ones.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "gpu_bigint/mersenne.hpp"
#include "gpu_bigint/sequences.hpp"

namespace {

using gbi::gpu_bigint;
using gbi::bench::gmp_number;
using gbi::bench::task;

using ours = gpu_bigint (*)(std::uint64_t);
using theirs = void (*)(mpz_ptr, unsigned long);

void add(const std::string& name, std::int64_t largest, ours function, theirs gmp) {
  const auto arguments = gbi::bench::geometric(10'000, largest, 10);
  gbi::bench::add_series(name, arguments, [=](std::int64_t n) {
    return task{.work = [=] { benchmark::DoNotOptimize(function(static_cast<std::uint64_t>(n))); }};
  });
  gbi::bench::add_gmp_series(name, arguments, [=](std::int64_t n) {
    return task{.work = [=, result = gmp_number()] { gmp(result, static_cast<unsigned long>(n)); }};
  });
}

/// Times many steps at once, so that the host does not wait after each. Tests rarely reach their end.
task steps(std::int64_t exponent, gbi::algorithm how) {
  const auto p = static_cast<std::uint64_t>(exponent);
  const std::uint64_t count = std::clamp<std::uint64_t>(20'000'000 / p, 4, p / 16);
  const auto test = std::make_shared<gbi::lucas_lehmer>(p, 0, how);
  test->step(20);  // until the numbers are long
  return {.work =
              [=] {
                if (test->steps_left() < count) *test = gbi::lucas_lehmer(p, 0, how);
                test->step(count);
              },
          .parts = static_cast<double>(count),
          .label = std::to_string(test->digits()) + " digits"};
}

task gmp_step(std::int64_t exponent) {
  const auto p = static_cast<mp_bitcnt_t>(exponent);
  const gmp_number s = gbi::bench::random_gmp_number((p + 63) / 64 * 64, 0), high;
  mpz_tdiv_r_2exp(s, s, p);
  return {.work = [=] {
    mpz_mul(s, s, s);
    mpz_tdiv_q_2exp(high, s, p);
    mpz_tdiv_r_2exp(s, s, p);
    mpz_add(s, s, high);
    if (mpz_tstbit(s, p) != 0) {
      mpz_clrbit(s, p);
      mpz_add_ui(s, s, 1);
    }
    mpz_sub_ui(s, s, 2);
  }};
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) {
    const std::int64_t largest = gpu ? 100'000'000 : 1'000'000;
    add("factorial", std::min<std::int64_t>(largest, 10'000'000), gbi::factorial, mpz_fac_ui);
    add(
        "binomial", largest, [](std::uint64_t n) { return gbi::binomial(n, n / 2); },
        [](mpz_ptr result, unsigned long n) { mpz_bin_uiui(result, n, n / 2); });
    add("primorial", largest, gbi::primorial, mpz_primorial_ui);
    add("fibonacci", largest, gbi::fibonacci, mpz_fib_ui);
    add("lucas", largest, gbi::lucas, mpz_lucnum_ui);
    std::vector<std::int64_t> exponents{11213, 86243, 1257787, 13466917};
    if (gpu) exponents.insert(exponents.end(), {57885161, 136279841});
    gbi::bench::add_series("lucas_lehmer", exponents,
                           [](std::int64_t p) { return steps(p, gbi::algorithm::fft); });
    gbi::bench::add_gmp_series("lucas_lehmer", exponents, gmp_step);
    exponents.erase(exponents.begin(), exponents.begin() + 2);  // too short to be exact
    gbi::bench::add_series("lucas_lehmer_exact", exponents,
                           [](std::int64_t p) { return steps(p, gbi::algorithm::exact); });
  });
}
