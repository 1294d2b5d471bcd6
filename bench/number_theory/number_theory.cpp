/// \file
/// Greatest common divisors, cofactors, inverses, symbols, powers modulo a number and prime neighbours,
/// compared with the product and with GMP on one thread.
///
/// bench_number_theory --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n and NAME/gmp/n have operands of 2^n bits, the same random limbs, in the memory where numbers
/// of that length live. Gcds, inverses and symbols take many sets of short operands in turn.
/// The time includes the host's waits for sizes and its decisions. half_gcd_leaf/L/n is the gcd when the host
/// computes half-gcds of up to L limbs.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "gpu_bigint/arithmetic.hpp"
#include "gpu_bigint/bits.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/number_theory.hpp"
#include "src/number_theory/gcd/gcd.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

using number = const gpu_bigint&;
using sizes = std::vector<std::int64_t>;

/// `work(a, b, c)` for odd c, and a check of its result.
using ours = std::function<void(number a, number b, number c)>;
using claim = std::function<bool(number a, number b, number c)>;
/// How many sets of operands of this length one call works on.
using set_count = std::size_t (*)(std::size_t bits);

std::size_t one_set(std::size_t) {
  return 1;
}

/// Gaps between primes differ.
std::size_t sets_of_primes(std::size_t bits) {
  return std::max<std::size_t>(1, 2048 / bits);
}

void add(const std::string& name, const sizes& of, set_count count, const ours& work,
         const claim& right = {}) {
  gbi::bench::add_series(name, of, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n, sets = count(bits);
    const auto numbers = [=](std::size_t which) {
      return for_all_sets(sets, [=](std::size_t set) { return random_number(bits, which, set); });
    };
    const std::vector<gpu_bigint> a = numbers(0), b = numbers(1);
    std::vector<gpu_bigint> c = numbers(2);
    for (gpu_bigint& modulus : c) modulus = set_bit(modulus, 0);
    task result{.work =
                    [=] {
                      for (std::size_t i = 0; i < sets; ++i) work(a[i], b[i], c[i]);
                    },
                .parts = static_cast<double>(sets)};
    if (right) result.right = [=] { return right(a[0], b[0], c[0]); };
    return result;
  });
}

using theirs = std::function<void(mpz_srcptr a, mpz_srcptr b, mpz_srcptr c, mpz_ptr r, mpz_ptr s, mpz_ptr t)>;

void add_gmp(const std::string& name, const sizes& of, set_count count, const theirs& work) {
  gbi::bench::add_gmp_series(name, of, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n, sets = count(bits);
    const auto numbers = [=](std::size_t which) {
      return for_all_sets(sets, [=](std::size_t set) { return random_gmp_number(bits, which, set); });
    };
    const std::vector<gmp_number> a = numbers(0), b = numbers(1), c = numbers(2);
    for (const gmp_number& modulus : c) mpz_setbit(modulus, 0);
    return task{.work =
                    [=, r = gmp_number(), s = gmp_number(), t = gmp_number()] {
                      for (std::size_t i = 0; i < sets; ++i) work(a[i], b[i], c[i], r, s, t);
                    },
                .parts = static_cast<double>(sets)};
  });
}

void add_ours(const sizes& primes, const sizes& short_ones, const sizes& all) {
  add("product", all, one_set, [](number a, number b, number) { benchmark::DoNotOptimize(a * b); });
  add(
      "gcd", all, sets_of, [](number a, number b, number) { benchmark::DoNotOptimize(gcd(a, b)); },
      [](number a, number b, number) {
        const gpu_bigint g = gcd(a, b);
        return is_divisible(a, g) && is_divisible(b, g);
      });
  add(
      "gcd_ext", all, sets_of, [](number a, number b, number) { benchmark::DoNotOptimize(gcd_ext(a, b)); },
      [](number a, number b, number) {
        const gbi::bezout found = gcd_ext(a, b);
        return found.s * a + found.t * b == found.gcd && is_divisible(a, found.gcd);
      });
  add(
      "invert", all, sets_of, [](number a, number, number c) { benchmark::DoNotOptimize(try_invert(a, c)); },
      [](number a, number, number c) {
        const auto inverse = try_invert(a, c);
        return inverse ? is_divisible(*inverse * a - 1, c) : gcd(a, c) != 1;
      });
  add("jacobi", all, sets_of, [](number a, number, number c) { benchmark::DoNotOptimize(jacobi(a, c)); });
  add("powm", short_ones, one_set,
      [](number a, number b, number c) { benchmark::DoNotOptimize(powm(a, b, c)); });
  add("powm_exponent_65537", all, one_set,
      [](number a, number, number c) { benchmark::DoNotOptimize(powm(a, 65537, c)); });
  add("next_prime", primes, sets_of_primes,
      [](number a, number, number) { benchmark::DoNotOptimize(next_prime(a)); });
  for (const std::uint64_t leaf : {64, 128, 256, 512, 1024})
    add("half_gcd_leaf/" + std::to_string(leaf), {16, 18}, sets_of,
        [=](number a, number b, number) { benchmark::DoNotOptimize(gbi::number_theory::gcd(a, b, leaf)); });
}

void add_gmps(const sizes& primes, const sizes& short_ones, const sizes& all) {
  add_gmp("gcd", all, sets_of, [](auto a, auto b, auto, auto r, auto, auto) { mpz_gcd(r, a, b); });
  add_gmp("gcd_ext", all, sets_of,
          [](auto a, auto b, auto, auto r, auto s, auto t) { mpz_gcdext(r, s, t, a, b); });
  add_gmp("invert", all, sets_of, [](auto a, auto, auto c, auto r, auto, auto) { mpz_invert(r, a, c); });
  add_gmp("jacobi", all, sets_of,
          [](auto a, auto, auto c, auto, auto, auto) { benchmark::DoNotOptimize(mpz_jacobi(a, c)); });
  add_gmp("powm", short_ones, one_set,
          [](auto a, auto b, auto c, auto r, auto, auto) { mpz_powm(r, a, b, c); });
  add_gmp("powm_exponent_65537", all, one_set,
          [](auto a, auto, auto c, auto r, auto, auto) { mpz_powm_ui(r, a, 65537, c); });
  add_gmp("next_prime", primes, sets_of_primes,
          [](auto a, auto, auto, auto r, auto, auto) { mpz_nextprime(r, a); });
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) {
    const sizes primes = arithmetic(8, gpu ? 12 : 10), short_ones = arithmetic(8, gpu ? 16 : 12),
                all = arithmetic(8, gpu ? 30 : 20);
    add_ours(primes, short_ones, all);
    add_gmps(primes, short_ones, all);
  });
}
