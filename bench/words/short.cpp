/// \file
/// Short numbers: operations and small programs, compared with GMP on the same thread by the clock.
///
/// bench_short --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n and NAME/gmp/n have operands of n bits, or texts of n digits. Numbers are made on the host, as
/// programs usually make them, and the library decides where they live.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <array>
#include <string>
#include <vector>

#include "bench/support/duel.hpp"
#include "bench/support/numbers.hpp"
#include "bench/support/series.hpp"
#include "bench/words/programs.hpp"
#include "gpu_bigint/number_theory.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

/// An operation on a of `length_a` * `bits` bits and b of `bits` bits, with its equivalent in GMP.
template <class Ours, class Gmp>
void add(const std::string& name, std::int64_t bits, int length_a, Ours ours, Gmp gmp) {
  add_duel(name, bits, [=] {
    const auto n = static_cast<std::size_t>(bits);
    return duel{[=, a = random_number(length_a * n, 0), b = random_number(n, 1)](std::int64_t times) {
                  while (times-- > 0) benchmark::DoNotOptimize(ours(a, b));
                },
                [=, a = random_gmp_number(length_a * n, 0), b = random_gmp_number(n, 1),
                 r = gmp_number()](std::int64_t times) {
                  while (times-- > 0) gmp(r, a, b);
                }};
  });
}

using number = const gpu_bigint&;

void add_operations(std::int64_t n) {
  constexpr int shift = 37;
  add(
      "add", n, 1, [](number a, number b) { return a + b; }, mpz_add);
  add(
      "subtract", n, 1, [](number a, number b) { return a - b; }, mpz_sub);
  add(
      "multiply", n, 1, [](number a, number b) { return a * b; }, mpz_mul);
  add(
      "divide", n, 2, [](number a, number b) { return a / b; }, mpz_tdiv_q);
  add(
      "remainder", n, 2, [](number a, number b) { return a % b; }, mpz_tdiv_r);
  add(
      "equal", n, 1, [](number a, number b) { return a == b; },
      [](mpz_ptr, mpz_srcptr a, mpz_srcptr b) { benchmark::DoNotOptimize(mpz_cmp(a, b) == 0); });
  add(
      "less", n, 1, [](number a, number b) { return a < b; },
      [](mpz_ptr, mpz_srcptr a, mpz_srcptr b) { benchmark::DoNotOptimize(mpz_cmp(a, b) < 0); });
  add(
      "shift_left", n, 1, [](number a, number) { return a << shift; },
      [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_mul_2exp(r, a, shift); });
  add(
      "shift_right", n, 1, [](number a, number) { return a >> shift; },
      [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_fdiv_q_2exp(r, a, shift); });
  add(
      "gcd", n, 1, [](number a, number b) { return gcd(a, b); }, mpz_gcd);
}

void add_power(std::int64_t bits) {
  add_duel("powm", bits, [=] {
    const auto n = static_cast<std::size_t>(bits);
    auto odd = gbi::bench::random_run(n / 64, 2);
    odd.front() |= 1;
    return duel{[base = random_number(n, 0), e = random_number(n, 1),
                 m = gpu_bigint::from_limbs(odd)](std::int64_t times) {
                  while (times-- > 0) benchmark::DoNotOptimize(powm(base, e, m));
                },
                [base = random_gmp_number(n, 0), e = random_gmp_number(n, 1), m = gmp_number(odd),
                 r = gmp_number()](std::int64_t times) {
                  while (times-- > 0) mpz_powm(r, base, e, m);
                }};
  });
}

/// Takes several starts in turn, because gaps between primes differ.
void add_next_prime(std::int64_t bits) {
  add_duel("next_prime", bits, [=] {
    constexpr std::size_t starts = 16;
    std::vector<gpu_bigint> ours;
    std::vector<gmp_number> gmp;
    const std::size_t limbs = static_cast<std::size_t>(bits) / 64;
    const auto run = gbi::bench::random_run(starts * limbs, 3);
    for (std::size_t i = 0; i < starts; ++i) {
      std::vector<std::uint64_t> one(run.begin() + static_cast<std::ptrdiff_t>(i * limbs),
                                     run.begin() + static_cast<std::ptrdiff_t>((i + 1) * limbs));
      one.back() |= std::uint64_t{1} << 63;
      ours.push_back(gpu_bigint::from_limbs(one));
      gmp.emplace_back(one);
    }
    return duel{[=, next = std::size_t{0}](std::int64_t times) mutable {
                  while (times-- > 0) benchmark::DoNotOptimize(next_prime(ours[next++ % starts]));
                },
                [=, r = gmp_number(), next = std::size_t{0}](std::int64_t times) mutable {
                  while (times-- > 0) mpz_nextprime(r, gmp[next++ % starts]);
                }};
  });
}

void add_text(std::int64_t digits) {
  std::string text(static_cast<std::size_t>(digits), '7');
  add_duel("to_text", digits, [=] {
    const gmp_number gmp;
    mpz_set_str(gmp, text.c_str(), 10);
    return duel{[x = gpu_bigint(text)](std::int64_t times) {
                  while (times-- > 0) benchmark::DoNotOptimize(x.to_string());
                },
                [gmp, room = std::vector<char>(text.size() + 2)](std::int64_t times) mutable {
                  while (times-- > 0) mpz_get_str(room.data(), 10, gmp);
                }};
  });
  add_duel("from_text", digits, [=] {
    return duel{[text](std::int64_t times) {
                  while (times-- > 0) benchmark::DoNotOptimize(gpu_bigint(text));
                },
                [text, r = gmp_number()](std::int64_t times) {
                  while (times-- > 0) mpz_set_str(r, text.c_str(), 10);
                }};
  });
}

void add_program(const program& which) {
  const auto repeating = [](std::uint64_t (*run)()) {
    return [run](std::int64_t times) {
      while (times-- > 0) benchmark::DoNotOptimize(run());
    };
  };
  add_duel(std::string("program/") + which.name, which.size, [=] {
    return duel{repeating(which.ours), repeating(which.gmp)};
  });
}

}  // namespace

int main(int argc, char** argv) {
  using namespace gbi::bench;
  return run_series(argc, argv, [](bool) {
    for (std::int64_t bits = 64; bits <= 1 << 20; bits *= 2) {
      add_operations(bits);
      if (bits <= 8192) add_power(bits);
      if (bits <= 2048) add_next_prime(bits);
    }
    for (const std::int64_t digits : {10, 30, 100, 300, 1000, 3000, 10000}) add_text(digits);
    for (const program& each : programs()) add_program(each);
  });
}
