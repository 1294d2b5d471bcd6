/// \file
/// Batches of equal-width integers: products, modular products and powers, gcd and inverses, compared with
/// GMP on all cores, primality tests, and random primes. The rate counts elements.
///
/// bench_batch --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// NAME/bits and NAME/gmp/bits: the same random elements, operands drawn independently. The planner of
/// `product` chooses between product_words, product_fft and product_bytes, and that of the modular operations
/// between NAME_doubles, NAME_words and NAME_residues. own_power_NAME is a kernel of a user.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <utility>
#include <vector>

#if defined(GPU_BIGINT_WITH_CUDA)
#include "bench/batch/own_power.hpp"
#endif
#include "bench/support/all_cores.hpp"
#include "bench/support/numbers.hpp"
#include "bench/support/report.hpp"
#include "bench/support/series.hpp"
#include "bench/support/stopwatch.hpp"
#include "gpu_bigint/batch_primes.hpp"
#include "gpu_bigint/bigint_batch.hpp"

namespace {

using gbi::bigint_batch;
using gbi::bench::gmp_number;
using gbi::bench::task;

constexpr std::size_t first = 0, second = 1, moduli = 2;

/// The limbs of `size` random elements of full length, all drawn independently, the same for the library and
/// GMP. Moduli are odd.
std::vector<std::uint64_t> random_elements(std::size_t size, std::size_t bits, std::size_t which) {
  const std::size_t each = bits / 64;
  std::vector<std::uint64_t> limbs = gbi::bench::random_run(size * each, which);
  for (std::size_t g = 0; g < size; ++g) {
    limbs[g * each] |= which == moduli ? 1 : 0;
    limbs[g * each + each - 1] |= std::uint64_t{1} << 63;
  }
  return limbs;
}

bigint_batch random_batch(std::size_t size, std::size_t bits, std::size_t which) {
  return bigint_batch::from_limbs(random_elements(size, bits, which), size, bits);
}

/// Enough elements to fill the device several times over, if each costs `cost` products of 64 x 64 bits.
std::size_t batch_size(double cost, double gpu_seconds = 0.1) {
  const bool gpu = gbi::context::current().backend() == gbi::backend::cuda;
  const double seconds = gpu ? gpu_seconds : 0.05, rate = gpu ? 1e12 : 2e8;
  return static_cast<std::size_t>(std::clamp(seconds * rate / cost, 32.0, double(1 << 18))) / 32 * 32;
}

/// Long enough that the last wave hardly counts. All teams take equally long for a power, so a last wave that
/// is not full leaves much of a GPU idle.
constexpr double power_seconds = 4;

double limb_products(std::size_t bits) {
  return static_cast<double>(bits / 64) * static_cast<double>(bits / 64);
}

using product_function = bigint_batch (*)(const bigint_batch& a, const bigint_batch& b, gbi::algorithm how);

gbi::bench::preparation product(product_function multiply, gbi::algorithm how) {
  return [multiply, how](std::int64_t width) -> task {
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size = batch_size(limb_products(bits) + static_cast<double>(bits) / 8);
    return {.work = [multiply, how, a = random_batch(size, bits, first),
                     b = random_batch(size, bits, second)] { benchmark::DoNotOptimize(multiply(a, b, how)); },
            .items = static_cast<double>(size)};
  };
}

gbi::bench::preparation modular_product(gbi::modular_arithmetic how) {
  return [how](std::int64_t width) -> task {
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size = batch_size(4 * limb_products(bits) + static_cast<double>(bits) / 4);
    const gbi::odd_moduli n(random_batch(size, bits, moduli), how);
    const gbi::bigint_batch a = random_batch(size, bits, first), b = random_batch(size, bits, second);
    benchmark::DoNotOptimize(mul_mod(a, b, n));  // the first product prepares the moduli
    return {.work = [=] { benchmark::DoNotOptimize(mul_mod(a, b, n)); }, .items = static_cast<double>(size)};
  };
}

std::size_t powers_at_once(std::size_t bits) {
  return batch_size(2.4 * limb_products(bits) * static_cast<double>(bits), power_seconds);
}

/// Every element has its own base, exponent and modulus. The time includes preparing the moduli.
gbi::bench::preparation power(gbi::modular_arithmetic how) {
  return [how](std::int64_t width) -> task {
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size = powers_at_once(bits);
    return {.work =
                [how, a = random_batch(size, bits, first), e = random_batch(size, bits, second),
                 n = random_batch(size, bits, moduli)] {
                  benchmark::DoNotOptimize(pow_mod(a, e, gbi::odd_moduli(n, how)));
                },
            .items = static_cast<double>(size)};
  };
}

#if defined(GPU_BIGINT_WITH_CUDA)
/// As above, in a kernel of a user.
gbi::bench::preparation own_power(gbi::modular_arithmetic how) {
  return [how](std::int64_t width) -> task {
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size = powers_at_once(bits);
    return {.work = gbi::bench::power_in_own_kernel(how, random_batch(size, bits, first),
                                                    random_batch(size, bits, second),
                                                    random_batch(size, bits, moduli)),
            .items = static_cast<double>(size)};
  };
}
#endif

/// One exponent and one modulus for all elements. The modulus is prepared before the measurement.
gbi::bench::preparation shared_power(gbi::modular_arithmetic how) {
  return [how](std::int64_t width) -> task {
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size = powers_at_once(bits);
    const gbi::gpu_bigint e = random_batch(1, bits, second)[0];
    const gbi::odd_moduli n(random_batch(1, bits, moduli)[0], how);
    return {.work = [=, a = random_batch(size, bits, first)] { benchmark::DoNotOptimize(pow_mod(a, e, n)); },
            .items = static_cast<double>(size)};
  };
}

task greatest_divisor(std::int64_t width) {
  const auto bits = static_cast<std::size_t>(width);
  const std::size_t size = batch_size(static_cast<double>(bits) * (30 + static_cast<double>(bits) / 512));
  return {.work = [a = random_batch(size, bits, first),
                   b = random_batch(size, bits, second)] { benchmark::DoNotOptimize(gcd(a, b)); },
          .items = static_cast<double>(size)};
}

task inverse(std::int64_t width) {
  const auto bits = static_cast<std::size_t>(width);
  const std::size_t size = batch_size(static_cast<double>(bits) * (30 + static_cast<double>(bits) / 256));
  return {.work = [a = random_batch(size, bits, first),
                   n = random_batch(size, bits, moduli)] { benchmark::DoNotOptimize(invert(a, n)); },
          .items = static_cast<double>(size)};
}

/// Tests of random odd numbers, of which one in 0.35 `width` is a prime.
task prime_tests(std::int64_t width) {
  const auto bits = static_cast<std::size_t>(width);
  const std::size_t size = 8 * powers_at_once(bits);
  return {.work = [n = random_batch(size, bits, moduli)] { benchmark::DoNotOptimize(is_probable_prime(n)); },
          .items = static_cast<double>(size)};
}

task primes(std::int64_t width) {
  const auto bits = static_cast<std::size_t>(width);
  const std::size_t size = std::max<std::size_t>(1, powers_at_once(bits) / 32);
  return {.work =
              [size, bits] {
                gbi::random_engine random(bits);
                benchmark::DoNotOptimize(random_primes(size, bits, random));
              },
          .items = static_cast<double>(size)};
}

/// The primes above random numbers.
task next_primes(std::int64_t width) {
  const auto bits = static_cast<std::size_t>(width);
  const std::size_t size = std::max<std::size_t>(1, powers_at_once(bits) / 32);
  return {.work = [n = random_batch(size, bits, first)] { benchmark::DoNotOptimize(next_prime(n)); },
          .items = static_cast<double>(size)};
}

/// The first elements of the batches as GMP's integers.
std::vector<gmp_number> gmp_numbers(std::size_t size, std::size_t bits, std::size_t which) {
  const std::vector<std::uint64_t> limbs = random_elements(size, bits, which);
  const std::size_t each = bits / 64;
  std::vector<gmp_number> values;
  for (std::size_t g = 0; g < size; ++g) values.emplace_back(std::span(limbs).subspan(g * each, each));
  return values;
}

using gmp_operation = void (*)(mpz_ptr r, mpz_srcptr a, mpz_srcptr b, mpz_srcptr n);

/// GMP on all cores. Its elements stay in the caches of the cores. A call works on all of them as often as it
/// takes to last `enough` seconds. Cores may work on the same element, so each has a result of its own.
gbi::bench::preparation on_all_cores(gmp_operation operation) {
  return [=](std::int64_t width) -> task {
    constexpr double enough = 0.03;
    const auto bits = static_cast<std::size_t>(width);
    const std::size_t size =
        std::clamp<std::size_t>(std::bit_floor((std::size_t{1} << 23) / bits), 256, 4096);
    const auto work = [=, a = gmp_numbers(size, bits, first), b = gmp_numbers(size, bits, second),
                       n = gmp_numbers(size, bits, moduli)](std::size_t count) {
      gbi::bench::for_each_core(count, [&](std::size_t begin, std::size_t end) {
        gmp_number result;
        for (std::size_t k = begin; k < end; ++k) {
          const std::size_t g = k & (size - 1);
          operation(result, a[g], b[g], n[g]);
        }
      });
    };
    const std::size_t threads = gbi::bench::all_cores::get().size();
    std::size_t count = 2 * threads;
    while (gbi::bench::clock_seconds([&] { work(count); }) < enough) count *= 2;
    return {.work = [=] { work(count); },
            .items = static_cast<double>(count),
            .label = std::to_string(threads) + " threads, " + std::to_string(size) + " elements"};
  };
}

/// Powers of two, and 1.5 times them where there are instances for such widths.
std::vector<std::int64_t> widths(std::int64_t smallest, std::int64_t largest) {
  std::vector<std::int64_t> all;
  for (std::int64_t bits = smallest; bits <= largest; bits *= 2) {
    all.push_back(bits);
    if (bits >= 512 && bits * 3 / 2 <= largest) all.push_back(bits * 3 / 2);
  }
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, []([[maybe_unused]] bool gpu) {
    using gbi::bench::add_gmp_series, gbi::bench::add_series, gbi::bench::geometric, gbi::modular_arithmetic;
    add_series("product", widths(256, 32768), product(gbi::mul_full, gbi::algorithm::automatic));
    add_series("product_words", widths(1024, 32768), product(gbi::mul_full, gbi::algorithm::schoolbook));
    add_series("product_fft", widths(1024, 32768), product(gbi::mul_full, gbi::algorithm::fft));
    add_series("product_bytes", widths(1024, 16384), product(gbi::mul_full, gbi::algorithm::bytes));
    add_series("product_low", geometric(1024, 65536, 2), product(gbi::mul_low, gbi::algorithm::automatic));
    add_series("product_low_bytes", geometric(1024, 16384, 2), product(gbi::mul_low, gbi::algorithm::bytes));
    add_series("mul_mod", widths(256, 65536), modular_product(modular_arithmetic::automatic));
    add_series("pow_mod", widths(1024, 8192), power(modular_arithmetic::automatic));
    for (const auto& [how, name] :
         {std::pair{modular_arithmetic::doubles, "doubles"}, std::pair{modular_arithmetic::words, "words"},
          std::pair{modular_arithmetic::residues, "residues"}}) {
      add_series("mul_mod_" + std::string(name), geometric(256, 16384, 4), modular_product(how));
      add_series("pow_mod_" + std::string(name), widths(1024, 8192), power(how));
    }
#if defined(GPU_BIGINT_WITH_CUDA)
    if (gpu) {
      add_series("own_power_doubles", {1024, 2048}, own_power(modular_arithmetic::doubles));
      add_series("own_power_words", {1024, 2048}, own_power(modular_arithmetic::words));
    }
#endif
    add_series("pow_mod_shared", widths(1024, 8192), shared_power(modular_arithmetic::automatic));
    add_series("pow_mod_shared_residues", widths(1024, 8192), shared_power(modular_arithmetic::residues));
    add_series("is_probable_prime", geometric(1024, 4096, 2), prime_tests);
    add_series("next_prime", geometric(1024, 4096, 2), next_primes);
    add_series("random_primes", geometric(1024, 4096, 2), primes);
    add_series("gcd", widths(256, 4096), greatest_divisor);
    add_series("invert", widths(256, 4096), inverse);
    add_gmp_series("product", geometric(256, 32768, 2),
                   on_all_cores([](auto r, auto a, auto b, auto) { mpz_mul(r, a, b); }));
    add_gmp_series("mul_mod", geometric(256, 65536, 2), on_all_cores([](auto r, auto a, auto b, auto n) {
                     mpz_mul(r, a, b);
                     mpz_tdiv_r(r, r, n);
                   }));
    add_gmp_series("pow_mod", geometric(1024, 8192, 2),
                   on_all_cores([](auto r, auto a, auto b, auto n) { mpz_powm(r, a, b, n); }));
    add_gmp_series("gcd", geometric(256, 4096, 2),
                   on_all_cores([](auto r, auto a, auto b, auto) { mpz_gcd(r, a, b); }));
    add_gmp_series("invert", geometric(256, 4096, 2),
                   on_all_cores([](auto r, auto a, auto, auto n) { mpz_invert(r, a, n); }));
  });
}
