/// \file
/// Products of distributed numbers on all ranks of this machine and on one rank, and the exchanges of the
/// same bytes alone.
///
/// product/ranks/n multiplies two numbers of 2^n bits as the planner chooses; the label gives the number of
/// ranks and the transform. product/one/n is the ordinary product on the first rank, with operands and result
/// there. product/alone/n is the product of a group that has this rank only. quotient/ranks/n and
/// root/ranks/n divide 2^(n + 1) by 2^n bits with remainder, and take the square root of 2^(n + 1) bits, on
/// all ranks; quotient/one/n and root/one/n do the same on the first rank alone. text/ranks/n and text/one/n
/// write 2^n bits as decimal digits to nowhere. pi/ranks/k and pi/one/k compute 10^k decimals of pi, with
/// text; counters have the seconds of their phases. exchange/n times the
/// exchanges of points in product/ranks/n; its rate counts the bytes that each rank sends. steps/n is
/// product/ranks/n with no work overlapping the exchanges: the sum of its steps, each of which has a counter.
/// batch/WHAT/one and batch/WHAT/ranks are batches on the first rank and in parts on all ranks.
///
/// copies/n, nccl/n and nccl_zero_cta/n move the bytes of one exchange of points in product/ranks/n in one
/// piece: with copies as in a product, with NCCL's kernels, and with NCCL on copy engines. copies_at_once/m/n
/// copies to at most m ranks at a time. scan/ranks/n, scan/one/n and scan/nccl/n are exclusive sums of 2^n
/// 64-bit integers on all ranks, on the first one, and by CUB on each GPU with an all-gather by NCCL.
/// cufft_xt/k times three transforms of 2^k points by cuFFT on all GPUs.
///
/// bench_distribute --trace=n measures nothing else, but writes three products of 2^n bits as JSON: after how
/// many microseconds the ranks were chosen, the memory was allocated, and the product was checked. For the
/// third product it writes each step in order: when it was queued, by the host's clock, and when it had ended
/// on each rank, by the clock of that rank, both from the first step on. An exchange is a step that ends when
/// the rank has waited for it.
///
/// Times are wall-clock times, from idle ranks to idle ranks. Times of steps are measured on the devices.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/distributed_division.hpp"
#include "gpu_bigint/distributed_text.hpp"
#include "gpu_bigint/division.hpp"
#include "gpu_bigint/format.hpp"
#include "gpu_bigint/random.hpp"
#include "gpu_bigint/roots.hpp"
#include "src/distribute/points_exchange.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "bench/distribute/rivals.hpp"
#endif

namespace gbi::bench {

namespace {

/// All GPUs, or the number of host ranks that GPU_BIGINT_BENCH_RANKS gives.
device_group ranks_of_this_machine() {
  const char* const asked = std::getenv("GPU_BIGINT_BENCH_RANKS");
  if (context().backend() == backend::cuda) return device_group::local();
  return device_group::host(asked == nullptr ? 2 : std::max(1, std::atoi(asked)));
}

std::string label_of(const std::optional<plan::shared_plan>& plan) {
  if (!plan) return "1 rank";
  return std::to_string(plan->ranks) + " ranks, " + std::to_string(plan->points()) + " points, " +
         std::to_string(plan->fft.digit_bits) + " bits";
}

void measure_on_ranks(benchmark::State& state, const device_group& on, std::size_t bits) {
  measure_if_it_fits(state, [&] {
    random_engine random(bits);
    const distributed_bigint a = random_bits(on, bits, random), b = random_bits(on, bits, random);
    state.SetLabel(label_of(plan_of(on, bits)));
    measure_by_clock(state, on, [&] { benchmark::DoNotOptimize(a * b); });
  });
}

void measure_on_one(benchmark::State& state, const device_group& on, std::size_t bits) {
  measure_if_it_fits(state, [&] {
    const scoped_context first(on.at(0));
    random_engine random(bits);
    const gpu_bigint a = random.bits(bits), b = random.bits(bits);
    measure_by_clock(state, on, [&] { benchmark::DoNotOptimize(a * b); });
  });
}

/// A division, or a square root, of twice as many bits; or the text of a number.
enum class operation { quotient, root, text };

template <class Number, class Random>
void measure_operation(benchmark::State& state, const device_group& on, operation what, std::size_t bits,
                       Random&& random_bits_of) {
  measure_if_it_fits(state, [&] {
    const Number a = random_bits_of(2 * bits), b = random_bits_of(bits);
    measure_by_clock(state, on, [&] {
      if (what == operation::quotient)
        benchmark::DoNotOptimize(div_rem(a, b));
      else if (what == operation::root)
        benchmark::DoNotOptimize(sqrt_rem(a));
      else
        write_text(b, [](std::string_view piece) { benchmark::DoNotOptimize(piece.front()); });
    });
  });
}

void measure_operation_on_ranks(benchmark::State& state, const device_group& on, operation what,
                                std::size_t bits) {
  random_engine random(bits);
  measure_operation<distributed_bigint>(state, on, what, bits,
                                        [&](std::size_t count) { return random_bits(on, count, random); });
}

void measure_operation_on_one(benchmark::State& state, const device_group& on, operation what,
                              std::size_t bits) {
  const scoped_context first(on.at(0));
  random_engine random(bits);
  measure_operation<gpu_bigint>(state, on, what, bits, [&](std::size_t count) { return random.bits(count); });
}

void measure_exchange(benchmark::State& state, const device_group& on, std::size_t bits) {
  const auto plan = plan_of(on, bits);
  if (!plan) return state.SkipWithError("the product is computed on one rank");
  measure_if_it_fits(state, [&] {
    using point = kernels::complex<double>;
    distribute::group& ranks = *distribute::of(on);
    std::vector<exec::buffer<point>> memory;
    std::vector<point*> points;
    for (int own = 0; own < ranks.local(); ++own) {
      const bool shares = own < plan->ranks;
      memory.push_back(exec::cleared<point>(ranks.at(own).executor, shares ? plan->held_points() : 0));
      points.push_back(shares ? memory.back().data() : nullptr);
    }
    distribute::exchanges_under_way under_way(ranks.link());
    distribute::points_exchange exchange(ranks, *plan);
    constexpr int exchanges = 3;
    using distribute::transit;
    measure_by_clock(state, on, [&] {
      for (const transit way : {transit::to_rows, transit::to_columns, transit::to_rows})
        exchange.run(under_way, points, way);
    });
    const auto others = static_cast<std::uint64_t>(plan->ranks - 1);
    state.SetBytesProcessed(state.iterations() *
                            static_cast<std::int64_t>(exchanges * others * plan->segment() * sizeof(point)));
  });
}

}  // namespace

}  // namespace gbi::bench

int main(int argc, char** argv) {
  using namespace gbi::bench;
  for (const std::string_view option : std::span(argv, static_cast<std::size_t>(argc)))
    if (constexpr std::string_view trace = "--trace="; option.starts_with(trace))
      return trace_product(ranks_of_this_machine(),
                           std::size_t{1} << std::atoi(option.substr(trace.size()).data()))
                 ? 0
                 : 1;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::device_group on = ranks_of_this_machine();
  const gbi::device_group one(gbi::direct_communicator(1), {on.at(0)});
  describe(on.at(0));
  benchmark::AddCustomContext("ranks", std::to_string(on.size()));
  const bool is_cuda = on.at(0).backend() == gbi::backend::cuda;
  const int shortest = is_cuda ? 26 : 22, longest = is_cuda ? 36 : 26;
  const auto add_one = [](const std::string& name, auto&& measure, int count = 5) {
    add(name, measure, {.count = count, .min_time = 0.01, .unit = benchmark::kMillisecond});
  };
  using function = void (*)(benchmark::State&, const gbi::device_group&, std::size_t);
  for (int n = shortest; n <= longest; ++n) {
    const std::size_t bits = std::size_t{1} << n;
    add_one("product/alone/" + std::to_string(n),
            [=](benchmark::State& state) { measure_on_ranks(state, one, bits); });
    for (const auto& [name, measure] : {std::pair<const char*, function>{"product/ranks/", measure_on_ranks},
                                        {"product/one/", measure_on_one},
                                        {"steps/", measure_steps},
                                        {"exchange/", measure_exchange}})
      add_one(name + std::to_string(n),
              [=, measure = measure](benchmark::State& state) { measure(state, on, bits); });
    for (const auto& [name, what] : {std::pair{"quotient/", operation::quotient},
                                     {"root/", operation::root},
                                     {"text/", operation::text}}) {
      add_one(std::string(name) + "ranks/" + std::to_string(n), [=, what = what](benchmark::State& state) {
        measure_operation_on_ranks(state, on, what, bits);
      });
      add_one(std::string(name) + "one/" + std::to_string(n),
              [=, what = what](benchmark::State& state) { measure_operation_on_one(state, on, what, bits); });
    }
    if (const auto plan = plan_of(on, bits); plan && n % 2 == 0) {
      for (int chunks = 1; chunks <= 24; ++chunks)
        if (plan->own_rows() % static_cast<std::uint64_t>(chunks) == 0)
          add_one("chunks/" + std::to_string(chunks) + "/" + std::to_string(n),
                  [=](benchmark::State& state) { measure_chunks(state, on, bits, chunks); });
      const std::size_t bytes = plan->segment() * sizeof(gbi::kernels::complex<double>);
      for (int at_once = 0; at_once < on.size(); ++at_once)
        add_one((at_once == 0 ? "copies/" : "copies_at_once/" + std::to_string(at_once) + "/") +
                    std::to_string(n),
                [=](benchmark::State& state) { measure_copies(state, on, bytes, at_once); });
#if defined(GPU_BIGINT_WITH_CUDA)
      constexpr int longest_of_nccl = 34;
      for (const bool zero_cta : {false, true}) {
        if (n > longest_of_nccl) break;
        add_one((zero_cta ? "nccl_zero_cta/" : "nccl/") + std::to_string(n),
                [=](benchmark::State& state) { measure_nccl(state, on, bytes, zero_cta); });
      }
#endif
    }
  }
  std::vector<std::pair<const char*, function>> scans{{"scan/ranks/", measure_scan_on_ranks},
                                                      {"scan/one/", measure_scan_on_one}};
#if defined(GPU_BIGINT_WITH_CUDA)
  if (is_cuda) scans.emplace_back("scan/nccl/", measure_nccl_scan);
#endif
  for (int n = is_cuda ? 24 : 20; n <= (is_cuda ? 32 : 22); n += 2) {
    const std::size_t count = std::size_t{1} << n;
    for (const auto& [name, measure] : scans)
      add_one(name + std::to_string(n),
              [=, measure = measure](benchmark::State& state) { measure(state, on, count); });
  }
  std::size_t decimals = is_cuda ? 10'000'000 : 1'000'000;
  for (int k = is_cuda ? 7 : 6; k <= (is_cuda ? 10 : 7); ++k, decimals *= 10)
    for (const auto& [name, measure] :
         {std::pair<const char*, function>{"pi/ranks/", measure_pi_on_ranks}, {"pi/one/", measure_pi_on_one}})
      add_one(
          name + std::to_string(k),
          [=, measure = measure](benchmark::State& state) { measure(state, on, decimals); }, 3);
  for (const auto& [name, ranks] : {std::pair{"one", one}, {"ranks", on}}) {
    add_one(std::string("batch/product/") + name,
            [ranks = ranks](benchmark::State& state) { measure_batch_products(state, ranks); });
    add_one(
        std::string("batch/pow_mod/") + name,
        [ranks = ranks](benchmark::State& state) { measure_batch_powers(state, ranks); }, 3);
  }
#if defined(GPU_BIGINT_WITH_CUDA)
  for (int k = 26; is_cuda && k <= 30; ++k)
    add_one("cufft_xt/" + std::to_string(k),
            [=](benchmark::State& state) { measure_cufft_xt(state, on, std::size_t{1} << k); });
#endif
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
