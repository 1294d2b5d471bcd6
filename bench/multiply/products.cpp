/// \file
/// Products and squares of n x n bits by each algorithm at the sizes 2^10, 2^12, ... bits. They are compared
/// with GMP on one thread, FLINT 3 (if installed) on one thread and on all cores, and cuFFT where there is a
/// GPU. Short convolutions in one block, by columns and in tiles, are compared with transforms in one block,
/// single and in batches.
///
/// batch/ALGORITHM/n multiplies as many pairs of n-bit numbers at once as make 2^27 bits of each operand
/// (2^22 on the host). The rate counts result digits of 16 bits.
///
/// bench_multiply --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// SERIES/n has operands of 2^n bits. SERIES/bits:N has the sizes between these, in steps of the square root
/// of 2, for the planner's own choices only. product/unbalanced/n/m is a product of 2^n by 2^m bits.
/// product/prepared/n multiplies by a number whose transform is kept. product/in_host_memory/n has operands
/// and product in pinned host memory; its time is the host's, and its bytes are those that cross the link.
/// The largest size is 2^24 bits on the host; on a GPU it is 2^34 for the planner's choices and 2^32 for
/// others. GMP stops at 2^28. An algorithm is forced only at sizes where the planner may choose another, or
/// if the planner never chooses it. Operands are random limbs in device memory, and the result stays there.
/// The time is the device's (CUDA events) for products queued back to back, and the median of the repetitions
/// is reported. product/cufft cuts digits, transforms, multiplies pointwise and rounds, product/cufft_bytes
/// does so with digits of 8 bits. Unlike all others they compute no carries, which favours them. Labels say
/// where their products are wrong.
#include <benchmark/benchmark.h>
#include <gmp.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "bench/multiply/cufft.hpp"
#include "bench/multiply/plain_fft.hpp"
#include "bench/multiply/timed_operands.hpp"
#include "bench/rivals/flint.hpp"
#include "bench/rivals/place.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gmp.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/host_bigint.hpp"
#include "gpu_bigint/prepared.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/product.hpp"
#include "src/number/room.hpp"

namespace {

using gbi::algorithm;
using gbi::gpu_bigint;
using gbi::bench::random_limbs;
using gbi::plan::fft_form;

constexpr std::size_t power_of_two(std::int64_t n) {
  return std::size_t{1} << n;
}

/// Measures n x m products, or squares of n bits if m is 0.
void measure(benchmark::State& state, algorithm how, std::size_t n, std::size_t m) {
  gbi::random_engine random(std::random_device{}());
  const gpu_bigint a = random.bits(n);
  const gpu_bigint b = m == 0 ? a : random.bits(m);
  auto& executor = gbi::detail::engine_of(a.context())->executor();
  gbi::bench::measure_queued(state, executor, gbi::bench::products_at_once(n),
                             [&] { benchmark::DoNotOptimize(multiply(a, b, how)); });
  state.SetLabel(plan_product(a, b, how).to_string());
}

/// Products of n x n bits by plain transforms.
void measure_plain(benchmark::State& state, fft_form form, std::size_t n) {
  gbi::random_engine random(std::random_device{}());
  const gpu_bigint a = random.bits(n), b = random.bits(n);
  auto& executor = gbi::detail::engine_of(a.context())->executor();
  gbi::bench::measure_queued(state, executor, gbi::bench::products_at_once(n),
                             [&] { benchmark::DoNotOptimize(gbi::bench::multiply_plain(a, b, form)); });
  const gbi::plan::fft_plan plan =
      gbi::plan::choose_fft(gbi::plan::product_shape::whole(a.limb_bound(), b.limb_bound()), form);
  state.SetLabel("FP64 " + std::string(form == fft_form::complex ? "complex" : "packed real") + " FFT, " +
                 std::to_string(plan.shape.points) + " points, digits of " + std::to_string(plan.digit_bits) +
                 " bits, " + std::to_string(plan.shape.column_passes + 1) +
                 (plan.shape.column_passes == 0 ? " pass" : " passes"));
}

/// Products of n x n bits with a number whose transform exists already.
void measure_prepared(benchmark::State& state, std::size_t n) {
  gbi::random_engine random(std::random_device{}());
  const gpu_bigint a = random.bits(n);
  const gbi::prepared b{random.bits(n)};
  auto& executor = gbi::detail::engine_of(a.context())->executor();
  gbi::bench::measure_queued(state, executor, gbi::bench::products_at_once(n),
                             [&] { benchmark::DoNotOptimize(a * b); });
}

/// Products of n x n bits whose operands and product are in host memory.
void measure_in_host_memory(benchmark::State& state, std::size_t n) {
  gbi::random_engine random(std::random_device{}());
  const gbi::host_bigint a{random.bits(n)}, b{random.bits(n)};
  const auto& engine = gbi::detail::engine_of(a.context());
  const std::size_t limbs = a.limbs().size();
  const std::size_t piece = engine->planner().host_piece(
      gbi::plan::product_shape::whole(limbs, b.limbs().size()), gbi::numbers::memory_left(*engine));
  if (piece == 0) return state.SkipWithError("the device holds no pieces");
  const std::size_t pieces = (limbs + piece - 1) / piece;
  benchmark::DoNotOptimize(a * b);  // pins the memory of the product
  for (auto _ : state) benchmark::DoNotOptimize(a * b);
  state.SetBytesProcessed(state.iterations() *
                          static_cast<std::int64_t>((2 * pieces + 2) * limbs * sizeof(gbi::limb)));
  state.SetLabel(std::to_string(pieces) + (pieces == 1 ? " piece" : " pieces") + " of each operand");
}

/// The integer convolution alone, in one block or in tiles, or by transforms. The crossovers in
/// src/plan/devices come from these times.
void measure_convolution(benchmark::State& state, algorithm how, gbi::plan::convolution form) {
  const std::size_t limbs = (std::size_t{1} << state.range(0)) / 64;
  const auto batch = static_cast<std::uint32_t>(state.range(1));
  auto& engine = *gbi::detail::engine_of(gbi::context::current());
  auto& executor = engine.executor();
  const auto values = random_limbs(2 * limbs * batch * 64, std::random_device{}());
  const gbi::exec::buffer<gbi::limb> operands(executor, std::span<const gbi::limb>(values));
  const gbi::exec::buffer<gbi::limb> result(executor, 2 * limbs * batch);
  const gbi::products::product product{.a = {operands.data(), limbs, limbs},
                                       .b = {operands.data() + limbs * batch, limbs, limbs},
                                       .out = {result.data(), 2 * limbs, 2 * limbs},
                                       .batch = batch};
  gbi::bench::measure_queued(state, executor, 32,
                             [&] { gbi::products::run(engine, product, {.how = how, .form = form}); });
}

void add_convolution(const std::string& name, algorithm how, gbi::plan::convolution form) {
  const auto work = [=](benchmark::State& state) { measure_convolution(state, how, form); };
  auto* entry = gbi::bench::add(name, work, {.count = 3, .min_time = 0.001});
  entry->ArgsProduct({{6, 8, 10, 11, 12, 13, 14, 15}, {1, 16, 128, 1024}});
  if (form != gbi::plan::convolution::in_block) entry->ArgsProduct({{16, 17, 18}, {1, 16}});
}

/// Measures `count` products of `bits` by `bits` at once. `run` takes an engine and the product.
template <class Run>
void measure_batch(benchmark::State& state, std::size_t bits, std::size_t count, Run&& run) {
  const std::size_t limbs = bits / 64;
  auto& engine = *gbi::detail::engine_of(gbi::context::current());
  auto& executor = engine.executor();
  const auto values = random_limbs(2 * count * bits, std::random_device{}());
  const gbi::exec::buffer<gbi::limb> operands(executor, std::span<const gbi::limb>(values));
  const gbi::exec::buffer<gbi::limb> result(executor, 2 * count * limbs);
  const gbi::products::product product{.a = {operands.data(), limbs, limbs},
                                       .b = {operands.data() + count * limbs, limbs, limbs},
                                       .out = {result.data(), 2 * limbs, 2 * limbs},
                                       .batch = static_cast<std::uint32_t>(count)};
  gbi::bench::measure_queued(state, executor, 1, [&] { run(engine, product); });
}

/// Measures enough simultaneous products to make up `total_bits`, by calling run(state, bits, count).
template <class Run>
void add_batch(const std::string& name, std::size_t total_bits, int largest, Run&& run) {
  const auto work = [=](benchmark::State& state) {
    const std::size_t bits = power_of_two(state.range(0)), count = total_bits / bits;
    run(state, bits, count);
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(2 * bits / 16 * count));
  };
  auto* entry = gbi::bench::add("batch/" + name, work,
                                {.count = 5, .min_time = 0.002, .unit = benchmark::kMillisecond});
  for (int n = 10; n <= largest; n += 2) entry->Arg(n);
}

void add_batches(std::size_t total_bits) {
  const auto add = [=](const std::string& name, algorithm how, int largest) {
    add_batch(name, total_bits, largest, [how](benchmark::State& state, std::size_t bits, std::size_t count) {
      measure_batch(state, bits, count, [how](auto& engine, const auto& product) {
        gbi::products::run(engine, product, {.how = how});
      });
    });
  };
  const auto add_plain = [=](const std::string& name, fft_form form) {
    add_batch(name, total_bits, 20, [form](benchmark::State& state, std::size_t bits, std::size_t count) {
      measure_batch(state, bits, count, [form](auto& engine, const auto& product) {
        gbi::bench::run_plain_fft(engine, product, form);
      });
    });
  };
  add("automatic", algorithm::automatic, 20);
  add("schoolbook", algorithm::schoolbook, 16);
  add("fft", algorithm::fft, 20);
  add_plain("fft_packed_real", fft_form::packed_real);
  add_plain("fft_complex", fft_form::complex);
}

void measure_gmp(benchmark::State& state) {
  const std::size_t bits = power_of_two(state.range(0));
  mpz_t a, b, c;
  mpz_inits(a, b, c, nullptr);
  for (auto [number, seed] : {std::pair{a, 1}, std::pair{b, 2}}) {
    const auto limbs = random_limbs(bits, static_cast<std::uint64_t>(seed));
    mpz_import(number, limbs.size(), -1, 8, 0, 0, limbs.data());
  }
  mpz_mul(c, a, b);  // not timed
  for (auto _ : state) mpz_mul(c, a, b);
  mpz_clears(a, b, c, nullptr);
}

void measure_flint(benchmark::State& state, const gbi::bench::flint& flint, int threads) {
  const std::size_t bits = power_of_two(state.range(0));
  const auto a = random_limbs(bits, 1), b = random_limbs(bits, 2);
  std::vector<gbi::limb> product(a.size() + b.size());
  flint.set_threads(threads);
  flint.multiply(product, a, b);  // not timed; makes FLINT's tables
  for (auto _ : state) {
    flint.multiply(product, a, b);
    benchmark::ClobberMemory();
  }
  state.SetLabel(std::to_string(threads) + (threads == 1 ? " thread" : " threads"));
}

void sizes(benchmark::internal::Benchmark* entry, int smallest, int largest) {
  for (int n = smallest; n <= largest; n += 2) entry->Arg(n);
  entry->Unit(benchmark::kMillisecond);
}

/// The largest size, as a power of two, that is repeated many times. Every repetition draws new operands,
/// which takes far longer than a long product itself.
constexpr int longest_cheap = 26;

gbi::bench::repetition repeats(bool cheap) {
  // For every short product reported, 32 are timed.
  return {.count = cheap ? 7 : 3, .min_time = 0.002, .unit = benchmark::kMillisecond};
}

/// Registers NAME/n for operands of 2^n bits.
template <class Function>
void add(const std::string& name, Function&& function, int smallest, int largest) {
  for (const bool cheap : {true, false}) {
    if (!cheap && largest <= longest_cheap) break;
    auto* entry = gbi::bench::add(name, function, repeats(cheap));
    sizes(entry, cheap ? smallest : longest_cheap + 2, cheap ? std::min(largest, longest_cheap) : largest);
  }
}

void add_ours(const std::string& name, algorithm how, bool square, int largest) {
  const auto work = [=](benchmark::State& state) {
    const std::size_t bits = power_of_two(state.range(0));
    measure(state, how, bits, square ? 0 : bits);
  };
  add(name, work, 10, largest);
}

void add_plain(const std::string& name, fft_form form, int largest) {
  const auto work = [=](benchmark::State& state) {
    measure_plain(state, form, power_of_two(state.range(0)));
  };
  add(name, work, 10, largest);
}

void add_prepared(int largest) {
  const auto work = [](benchmark::State& state) { measure_prepared(state, power_of_two(state.range(0))); };
  add("product/prepared", work, 16, largest);
}

void add_shape(const std::string& name, std::size_t n, std::size_t m) {
  const auto work = [=](benchmark::State& state) { measure(state, algorithm::automatic, n, m); };
  gbi::bench::add(name, work, repeats(n <= power_of_two(longest_cheap)));
}

/// Registers the sizes between 2^10, 2^12, ...: the other powers of two, and the square root of 2 times each
/// power.
void add_sizes_between(int largest) {
  constexpr std::size_t limb_bits = 64;
  const auto root = [](int n) {
    return static_cast<std::size_t>(std::sqrt(2.0) * static_cast<double>(power_of_two(n) / limb_bits)) *
           limb_bits;
  };
  for (int n = 10; n < largest; ++n)
    for (const std::size_t bits : {power_of_two(n), root(n)}) {
      if (bits == power_of_two(n) && n % 2 == 0) continue;
      add_shape("product/automatic/bits:" + std::to_string(bits), bits, bits);
      add_shape("square/automatic/bits:" + std::to_string(bits), bits, 0);
    }
}

void add_unbalanced(int largest) {
  for (const int n : {24, 26, 28})
    for (const int shorter : {2, 4, 6, 8})
      if (n <= std::max(largest, longest_cheap))
        add_shape("product/unbalanced/" + std::to_string(n) + "/" + std::to_string(n - shorter),
                  power_of_two(n), power_of_two(n - shorter));
}

void add_all(bool gpu) {
  const int largest = gpu ? 32 : 24, largest_of_planner = gpu ? 34 : 24;
  add_ours("product/automatic", algorithm::automatic, false, largest_of_planner);
  add_ours("product/schoolbook", algorithm::schoolbook, false, 18);
  add_ours("product/fft", algorithm::fft, false, 18);
  add_ours("product/bytes", algorithm::bytes, false, 19);
  add_ours("product/exact", algorithm::exact, false, largest);
  add_plain("product/fft_packed_real", fft_form::packed_real, std::min(largest, 26));
  add_plain("product/fft_complex", fft_form::complex, std::min(largest, 26));
  add_ours("square/automatic", algorithm::automatic, true, largest_of_planner);
  add_ours("square/exact", algorithm::exact, true, largest);
  add_sizes_between(largest_of_planner);
  add_prepared(largest);
  add_unbalanced(largest);
  for (int n = 20; n <= (gpu ? 37 : 24); ++n)
    benchmark::RegisterBenchmark(
        "product/in_host_memory",
        [](benchmark::State& state) { measure_in_host_memory(state, power_of_two(state.range(0))); })
        ->Arg(n)
        ->Iterations(3)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
  const std::size_t bits_of_batch = power_of_two(gpu ? 27 : 22);
  add_batches(bits_of_batch);
#if defined(GPU_BIGINT_WITH_CUDA)
  if (gpu) {
    const gbi::context where = gbi::context::current();
    constexpr int from_bytes = 24;  // where words round wrongly
    for (const auto& [name, digit_bits, smallest] :
         {std::tuple{"product/cufft", 16, 12}, std::tuple{"product/cufft_bytes", 8, from_bytes}})
      add(
          name,
          [=, digit_bits = digit_bits](benchmark::State& state) {
            gbi::bench::measure_cufft(state, where, where.stream(), digit_bits);
          },
          smallest, largest_of_planner);
    add_batch("cufft", bits_of_batch, 20, [=](benchmark::State& state, std::size_t, std::size_t count) {
      gbi::bench::measure_cufft(state, where, where.stream(), 16, count);
    });
  }
#endif
  using gbi::plan::convolution;
  add_convolution("convolution/in_block", algorithm::schoolbook, convolution::in_block);
  add_convolution("convolution/by_columns", algorithm::schoolbook, convolution::by_columns);
  add_convolution("convolution/in_tiles", algorithm::schoolbook, convolution::in_tiles);
  add_convolution("convolution/transforms", algorithm::fft, convolution::automatic);
  sizes(benchmark::RegisterBenchmark("product/gmp", measure_gmp)->MinTime(0.02), 10, std::min(largest, 28));
  static const auto flint = gbi::bench::flint::load();
  if (flint) {
    benchmark::AddCustomContext(
        "flint", flint->version() + (flint->has_fft_small() ? ", with" : ", without") + " fft_small");
    for (const bool all_cores : {false, true}) {
      const int threads = all_cores ? static_cast<int>(std::thread::hardware_concurrency()) : 1;
      auto* entry = benchmark::RegisterBenchmark(
          all_cores ? "product/flint_all_cores" : "product/flint",
          [threads](benchmark::State& state) { measure_flint(state, *flint, threads); });
      sizes(entry->MinTime(0.02)->UseRealTime(), 10, std::min(largest, 30));
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return gbi::bench::run(argc, argv, add_all, gbi::bench::place_with_rivals);
}
