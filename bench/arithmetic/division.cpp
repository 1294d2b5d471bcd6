/// \file
/// Division, division by a repeated divisor, exact division, roots and powers, compared with the product and
/// with GMP on one thread. Read the times as multiples of the product's.
///
/// bench_division --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n and NAME/gmp/n with m = 2^n bits: product and square of m by m bits, quotient and remainder of 2 m
/// by m bits, roots and remainders of 2 m bits, the 16th power of m / 8 bits. Operands are random limbs in
/// device memory, and results stay there. The time is the device's. It includes waits of the host for a size
/// or a sign.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <functional>
#include <string>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "gpu_bigint.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

/// An operation to measure on numbers of 2 m and m bits.
using ours = std::function<task(const gpu_bigint& a, const gpu_bigint& b)>;
using theirs = std::function<void(mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr b)>;

void add(const std::string& name, const std::vector<std::int64_t>& sizes, const ours& make) {
  gbi::bench::add_series(name, sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return make(random_number(2 * bits, 0), random_number(bits, 1));
  });
}

void add_gmp(const std::string& name, const std::vector<std::int64_t>& sizes, const theirs& work) {
  gbi::bench::add_gmp_series(name, sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return task{.work = [=, a = random_gmp_number(2 * bits, 0), b = random_gmp_number(bits, 1),
                         c = gmp_number(), d = gmp_number()] { work(c, d, a, b); }};
  });
}

/// The last m bits of a, where b has m.
gpu_bigint low_half(const gpu_bigint& a, const gpu_bigint& b) {
  return low_bits(a, b.bit_length());
}

/// The first eighth of a number of 2^n bits.
gpu_bigint eighth(const gpu_bigint& b) {
  return b >> static_cast<std::int64_t>(b.bit_length() / 8 * 7);
}

void add_ours(const std::vector<std::int64_t>& sizes) {
  using number = const gpu_bigint&;
  add("product", sizes, [](number a, number b) -> task {
    const gpu_bigint c = low_half(a, b);
    return {.work = [b, c] { benchmark::DoNotOptimize(b * c); },
            .right = [b, c] { return 2 * (b * c) == square(b + c) - square(b) - square(c); }};
  });
  add("square", sizes,
      [](number, number b) -> task { return {.work = [b] { benchmark::DoNotOptimize(square(b)); }}; });
  add("division", sizes, [](number a, number b) -> task {
    return {.work = [a, b] { benchmark::DoNotOptimize(div_rem(a, b)); },
            .right =
                [a, b] {
                  const auto [quotient, remainder] = div_rem(a, b);
                  return quotient * b + remainder == a && remainder >= 0 && remainder < b;
                }};
  });
  add("divider", sizes, [](number a, number b) -> task {
    const gbi::divider by(b);
    return {.work = [a, by] { benchmark::DoNotOptimize(by.div_rem(a)); },
            .right =
                [a, b, by] {
                  const auto [quotient, remainder] = by.div_rem(a);
                  return quotient * b + remainder == a && remainder >= 0 && remainder < b;
                }};
  });
  add("reduction", sizes, [](number a, number b) -> task {
    const gbi::divider by(b);
    return {.work = [a, by] { benchmark::DoNotOptimize(a % by); }};
  });
  add("divide_exact", sizes, [](number a, number b) -> task {
    const gpu_bigint c = low_half(a, b), multiple = b * c;
    return {.work = [multiple, b] { benchmark::DoNotOptimize(divide_exact(multiple, b)); },
            .right = [multiple, b, c] { return divide_exact(multiple, b) == c; }};
  });
  add("sqrt", sizes, [](number a, number) -> task {
    return {.work = [a] { benchmark::DoNotOptimize(sqrt_rem(a)); },
            .right =
                [a] {
                  const auto [root, remainder] = sqrt_rem(a);
                  return square(root) + remainder == a && remainder >= 0 && remainder <= 2 * root;
                }};
  });
  add("cube_root", sizes, [](number a, number) -> task {
    return {.work = [a] { benchmark::DoNotOptimize(root_rem(a, 3)); },
            .right =
                [a] {
                  const auto [root, remainder] = root_rem(a, 3);
                  return pow(root, 3) + remainder == a && remainder >= 0 && pow(root + 1, 3) > a;
                }};
  });
  add("pow", sizes, [](number, number b) -> task {
    return {.work = [x = eighth(b)] { benchmark::DoNotOptimize(pow(x, 16)); }};
  });
}

mpz_srcptr gmp_low_half(mpz_ptr low, mpz_srcptr a, mpz_srcptr b) {
  return mpz_roinit_n(low, mpz_limbs_read(a), static_cast<mp_size_t>(mpz_size(b)));
}

void add_gmps(const std::vector<std::int64_t>& sizes) {
  add_gmp("product", sizes, [](mpz_ptr c, mpz_ptr, mpz_srcptr a, mpz_srcptr b) {
    mpz_t low;
    mpz_mul(c, gmp_low_half(low, a, b), b);
  });
  add_gmp("square", sizes, [](mpz_ptr c, mpz_ptr, mpz_srcptr, mpz_srcptr b) { mpz_mul(c, b, b); });
  add_gmp("division", sizes,
          [](mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr b) { mpz_tdiv_qr(c, d, a, b); });
  gbi::bench::add_gmp_series("divide_exact", sizes, [](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    const gmp_number a = random_gmp_number(2 * bits, 0), b = random_gmp_number(bits, 1), multiple, c;
    mpz_t low;
    mpz_mul(multiple, gmp_low_half(low, a, b), b);
    return task{.work = [=] { mpz_divexact(c, multiple, b); }};
  });
  add_gmp("sqrt", sizes, [](mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr) { mpz_sqrtrem(c, d, a); });
  add_gmp("cube_root", sizes,
          [](mpz_ptr c, mpz_ptr d, mpz_srcptr a, mpz_srcptr) { mpz_rootrem(c, d, a, 3); });
  add_gmp("pow", sizes, [](mpz_ptr c, mpz_ptr, mpz_srcptr, mpz_srcptr b) {
    mpz_t x;  // the first eighth of b
    const mp_size_t limbs = static_cast<mp_size_t>(mpz_size(b)), taken = limbs / 8;
    mpz_pow_ui(c, mpz_roinit_n(x, mpz_limbs_read(b) + (limbs - taken), taken), 16);
  });
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) {
    const auto sizes = gbi::bench::arithmetic(10, gpu ? 30 : 22);
    add_ours(sizes);
    add_gmps(sizes);
  });
}
