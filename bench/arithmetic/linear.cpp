/// \file
/// Operations of linear time: sums, shifts, bits, comparison, products by one limb, random numbers. They are
/// compared with a copy of as many bits, with GMP on one thread, and with the product.
///
/// bench_linear --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/n and NAME/gmp/n have operands of 2^n bits, random limbs in device memory. Results stay there; an
/// operation that returns a host value waits for it. The bytes reported are those of operands and result.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "gpu_bigint.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"

namespace {

using gbi::gpu_bigint;
using namespace gbi::bench;

constexpr std::int64_t shift = 37;
constexpr unsigned long one_limb = 1'000'003;

/// An operation on a and b of n bits. `numbers` counts the numbers of n bits that it reads or writes.
using ours = std::function<void(const gpu_bigint& a, const gpu_bigint& b)>;
using theirs = std::function<void(mpz_ptr result, mpz_srcptr a, mpz_srcptr b)>;

void add(const std::string& name, const std::vector<std::int64_t>& sizes, double numbers, const ours& work,
         const theirs& gmp) {
  const auto bytes = [=](std::int64_t n) { return numbers * static_cast<double>((std::size_t{1} << n) / 8); };
  gbi::bench::add_series(name, sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return task{.work = [=, a = random_number(bits, 0), b = random_number(bits, 1)] { work(a, b); },
                .bytes = bytes(n)};
  });
  gbi::bench::add_gmp_series(name, sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return task{.work = [=, a = random_gmp_number(bits, 0), b = random_gmp_number(bits, 1),
                         result = gmp_number()] { gmp(result, a, b); },
                .bytes = bytes(n)};
  });
}

void add_copy(const std::vector<std::int64_t>& sizes) {
  gbi::bench::add_series("copy", sizes, [](std::int64_t n) {
    const std::size_t bytes = (std::size_t{1} << n) / 8;
    auto& executor = gbi::detail::engine_of(gbi::context::current())->executor();
    const auto from = std::make_shared<gbi::exec::buffer<std::uint64_t>>(executor, bytes / 8);
    const auto to = std::make_shared<gbi::exec::buffer<std::uint64_t>>(executor, bytes / 8);
    executor.clear(from->data(), bytes);
    return task{.work = [=, &executor] { executor.copy(to->data(), from->data(), bytes); },
                .bytes = 2 * static_cast<double>(bytes)};
  });
}

/// Comparison must read all limbs of equal numbers. These are equal but have separate memory.
void add_comparison(const std::vector<std::int64_t>& sizes) {
  const auto bytes = [](std::int64_t n) { return 2 * static_cast<double>((std::size_t{1} << n) / 8); };
  gbi::bench::add_series("compare", sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return task{.work = [a = random_number(bits, 0),
                         b = random_number(bits, 0)] { benchmark::DoNotOptimize(a == b); },
                .bytes = bytes(n)};
  });
  gbi::bench::add_gmp_series("compare", sizes, [=](std::int64_t n) {
    const std::size_t bits = std::size_t{1} << n;
    return task{.work = [a = random_gmp_number(bits, 0),
                         b = random_gmp_number(bits, 0)] { benchmark::DoNotOptimize(mpz_cmp(a, b)); },
                .bytes = bytes(n)};
  });
}

/// The library uses Philox, GMP the Mersenne twister.
void add_random(const std::vector<std::int64_t>& sizes) {
  const auto bytes = [](std::int64_t n) { return static_cast<double>((std::size_t{1} << n) / 8); };
  gbi::bench::add_series("random", sizes, [=](std::int64_t n) {
    return task{
        .work = [bits = std::size_t{1} << n,
                 engine = gbi::random_engine(1)]() mutable { benchmark::DoNotOptimize(engine.bits(bits)); },
        .bytes = bytes(n)};
  });
  gbi::bench::add_gmp_series("random", sizes, [=](std::int64_t n) {
    const std::shared_ptr<__gmp_randstate_struct> source(new __gmp_randstate_struct, [](auto* state) {
      gmp_randclear(state);
      delete state;
    });
    gmp_randinit_mt(source.get());
    return task{
        .work = [=, result = gmp_number()] { mpz_urandomb(result, source.get(), std::size_t{1} << n); },
        .bytes = bytes(n)};
  });
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, [](bool gpu) {
    const auto sizes = gbi::bench::arithmetic(10, gpu ? 30 : 26);
    using number = const gpu_bigint&;

    add_copy(sizes);
    add(
        "product", sizes, 0, [](number a, number b) { benchmark::DoNotOptimize(a * b); }, mpz_mul);
    add(
        "add", sizes, 3, [](number a, number b) { benchmark::DoNotOptimize(a + b); }, mpz_add);
    add(
        "subtract", sizes, 3, [](number a, number b) { benchmark::DoNotOptimize(a - b); }, mpz_sub);
    add(
        "shift_left", sizes, 2, [](number a, number) { benchmark::DoNotOptimize(a << shift); },
        [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_mul_2exp(r, a, shift); });
    add(
        "shift_right", sizes, 2, [](number a, number) { benchmark::DoNotOptimize(a >> shift); },
        [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_fdiv_q_2exp(r, a, shift); });
    add(
        "and", sizes, 3, [](number a, number b) { benchmark::DoNotOptimize(a & b); }, mpz_and);
    add(
        "xor", sizes, 3, [](number a, number b) { benchmark::DoNotOptimize(a ^ b); }, mpz_xor);
    add(
        "popcount", sizes, 1, [](number a, number) { benchmark::DoNotOptimize(popcount(a)); },
        [](mpz_ptr, mpz_srcptr a, mpz_srcptr) { benchmark::DoNotOptimize(mpz_popcount(a)); });
    add_comparison(sizes);
    add(
        "times_limb", sizes, 2, [](number a, number) { benchmark::DoNotOptimize(a * one_limb); },
        [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_mul_ui(r, a, one_limb); });
    add(
        "by_limb", sizes, 2, [](number a, number) { benchmark::DoNotOptimize(gbi::div_rem(a, one_limb)); },
        [](mpz_ptr r, mpz_srcptr a, mpz_srcptr) { mpz_tdiv_q_ui(r, a, one_limb); });
    add(
        "modulo_limb", sizes, 1, [](number a, number) { benchmark::DoNotOptimize(a % one_limb); },
        [](mpz_ptr, mpz_srcptr a, mpz_srcptr) { benchmark::DoNotOptimize(mpz_tdiv_ui(a, one_limb)); });
    add_random(sizes);
  });
}
