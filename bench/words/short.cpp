/// \file
/// Short numbers: operations and small programs, compared with GMP on the same thread by the clock.
///
/// bench_short --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n and NAME/gmp/n have operands of n bits, or texts of n digits: the same random ones, many sets of
/// them if they are short. Numbers are made on the host, as programs usually make them, and the library
/// decides where they live.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/duel.hpp"
#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "bench/words/programs.hpp"
#include "gpu_bigint/number_theory.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

/// An operation on a of `length_a` * `bits` bits and b of `bits` bits, with its equivalent in GMP. GMP's
/// result keeps its memory.
template <class Ours, class Gmp>
void add(const std::string& name, std::int64_t bits, int length_a, Ours ours, Gmp gmp) {
  const auto n = static_cast<std::size_t>(bits);
  const std::size_t sets = sets_of(n);
  const auto prepare = [=] {
    const auto numbers = [=](std::size_t length, std::size_t which) {
      return for_all_sets(sets, [=](std::size_t set) { return random_number(length, which, set); });
    };
    const auto gmp_numbers = [=](std::size_t length, std::size_t which) {
      return for_all_sets(sets, [=](std::size_t set) { return random_gmp_number(length, which, set); });
    };
    return duel{on_sets(sets, [ours, a = numbers(length_a * n, 0), b = numbers(n, 1)](
                                  std::size_t i) { benchmark::DoNotOptimize(ours(a[i], b[i])); }),
                on_sets(sets, [gmp, a = gmp_numbers(length_a * n, 0), b = gmp_numbers(n, 1),
                               r = gmp_number()](std::size_t i) { gmp(r, a[i], b[i]); })};
  };
  add_duel(name, bits, prepare, sets);
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

/// A call takes several starts, because gaps between primes differ.
void add_next_prime(std::int64_t bits) {
  const auto n = static_cast<std::size_t>(bits);
  const std::size_t starts = std::max<std::size_t>(2, 2048 / n);
  const auto prepare = [=] {
    return duel{
        on_sets(starts,
                [ours = for_all_sets(starts, [=](std::size_t set) { return random_number(n, 3, set); })](
                    std::size_t i) { benchmark::DoNotOptimize(next_prime(ours[i])); }),
        on_sets(starts,
                [gmp = for_all_sets(starts, [=](std::size_t set) { return random_gmp_number(n, 3, set); }),
                 r = gmp_number()](std::size_t i) { mpz_nextprime(r, gmp[i]); })};
  };
  add_duel("next_prime", bits, prepare, starts);
}

void add_text(std::int64_t digits) {
  const std::size_t sets = sets_of(static_cast<std::size_t>(4 * digits));
  const auto texts = [=] {
    return for_all_sets(sets, [=](std::size_t set) { return random_text(digits, set); });
  };
  add_duel(
      "to_text", digits,
      [=] {
        std::vector<gpu_bigint> ours;
        std::vector<gmp_number> gmp(sets);
        for (std::size_t i = 0; const std::string& text : texts()) {
          ours.emplace_back(text);
          mpz_set_str(gmp[i++], text.c_str(), 10);
        }
        const auto room = std::make_shared<std::string>(static_cast<std::size_t>(digits) + 2, ' ');
        return duel{on_sets(sets, [ours](std::size_t i) { benchmark::DoNotOptimize(ours[i].to_string()); }),
                    on_sets(sets, [gmp, room](std::size_t i) { mpz_get_str(room->data(), 10, gmp[i]); })};
      },
      sets);
  add_duel(
      "from_text", digits,
      [=] {
        return duel{
            on_sets(sets, [text = texts()](std::size_t i) { benchmark::DoNotOptimize(gpu_bigint(text[i])); }),
            on_sets(sets, [text = texts(), r = gmp_number()](std::size_t i) {
              mpz_set_str(r, text[i].c_str(), 10);
            })};
      },
      sets);
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
  return run(argc, argv, [](bool) {
    for (std::int64_t bits = 64; bits <= 1 << 20; bits *= 2) {
      add_operations(bits);
      if (bits <= 8192) add_power(bits);
      if (bits <= 2048) add_next_prime(bits);
    }
    for (const std::int64_t digits : {10, 30, 100, 300, 1000, 3000, 10000}) add_text(digits);
    for (const program& each : programs()) add_program(each);
  });
}
