/// \file
/// Products of numbers in slabs: on all ranks of this machine, on one rank alone, and the exchanges of the
/// same bytes with nothing else.
///
/// product/ranks/n multiplies two numbers of 2^n bits as the planner likes it; the label says by how many
/// ranks, with which transform. product/one/n is the ordinary product on the first rank, with operands and
/// result there. exchange/n has the exchanges of points of product/ranks/n; its rate is what each rank
/// sends. Times are by the clock, from idle ranks to idle ranks.
#include <benchmark/benchmark.h>

#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/random.hpp"
#include "src/distribute/points_exchange.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::bench {

namespace {

/// All GPUs, or as many ranks of the host as GPU_BIGINT_BENCH_RANKS says.
device_group ranks_of_this_machine() {
  const char* const asked = std::getenv("GPU_BIGINT_BENCH_RANKS");
  if (context().backend() == backend::cuda) return device_group::local();
  return device_group::host(asked == nullptr ? 2 : std::max(1, std::atoi(asked)));
}

/// Runs `work` once before it is timed.
template <class Work>
void measure_by_clock(benchmark::State& state, const device_group& on, Work&& work) {
  using clock = std::chrono::steady_clock;
  work();
  on.synchronize();
  for (auto _ : state) {
    const auto begin = clock::now();
    work();
    on.synchronize();
    state.SetIterationTime(std::chrono::duration<double>(clock::now() - begin).count());
  }
}

std::optional<plan::shared_plan> plan_of(const device_group& on, std::size_t bits) {
  const auto& engine = distribute::of(on)->at(0).engine;
  const std::size_t limbs = bits / limb_bits;
  return plan::choose_shared(limbs, limbs, false, on.size(), engine.tuning(), verification::residue);
}

std::string label_of(const std::optional<plan::shared_plan>& plan) {
  if (!plan) return "1 rank";
  return std::to_string(plan->ranks) + " ranks, " + std::to_string(plan->points()) + " points, " +
         std::to_string(plan->fft.digit_bits) + " bits";
}

template <class Measure>
void measure_if_it_fits(benchmark::State& state, Measure&& measure) {
  try {
    measure();
  } catch (const out_of_memory&) {
    state.SkipWithError("it does not fit the memory");
  } catch (const std::length_error& error) {
    state.SkipWithError(error.what());
  }
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

void measure_exchange(benchmark::State& state, const device_group& on, std::size_t bits) {
  const auto plan = plan_of(on, bits);
  if (!plan) return state.SkipWithError("the product is computed on one rank");
  measure_if_it_fits(state, [&] {
    using point = kernels::complex<double>;
    distribute::group& ranks = *distribute::of(on);
    std::vector<exec::buffer<point>> memory;
    std::vector<distribute::transit> there, back;
    for (int own = 0; own < ranks.local(); ++own) {
      const bool shares = own < plan->ranks;
      memory.push_back(exec::cleared<point>(ranks.at(own).executor, shares ? 2 * plan->own_points() : 0));
      point* const first = memory.back().data();
      point* const second = shares ? first + plan->own_points() : nullptr;
      there.push_back({first, second});
      back.push_back({second, first});
    }
    distribute::points_exchange exchange(ranks, *plan);
    constexpr int exchanges = 3;
    measure_by_clock(state, on, [&] {
      exchange.run(there);
      exchange.run(back);
      exchange.run(there);
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
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  const gbi::device_group on = ranks_of_this_machine();
  describe(on.at(0));
  benchmark::AddCustomContext("ranks", std::to_string(on.size()));
  const bool is_cuda = on.at(0).backend() == gbi::backend::cuda;
  const int shortest = is_cuda ? 26 : 22, longest = is_cuda ? 36 : 26;
  using function = void (*)(benchmark::State&, const gbi::device_group&, std::size_t);
  for (int n = shortest; n <= longest; ++n)
    for (const auto& [name, measure] : {std::pair<const char*, function>{"product/ranks/", measure_on_ranks},
                                        {"product/one/", measure_on_one},
                                        {"exchange/", measure_exchange}})
      add(name + std::to_string(n),
          [=, measure = measure](benchmark::State& state) { measure(state, on, std::size_t{1} << n); },
          {.count = 5, .min_time = 0.01, .unit = benchmark::kMillisecond});
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
