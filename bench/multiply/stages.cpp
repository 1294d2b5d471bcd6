/// \file
/// The time of a product by stage: every launch of products and squares of 2^14, 2^16, ... bits, with the
/// bytes that it must move, its time alone, and its speed relative to a copy.
///
/// bench_stages --benchmark_out=FILE.json --benchmark_out_format=json [--benchmark_filter=...]
///
/// product/n/K_STAGE, square/n/K_STAGE, moduli/n/K_STAGE, a product by coprime moduli, and exact/n/K_STAGE, a
/// product modulo 2^31 - 1 and 2^61 - 1, where K is the launch's place in the sequence. The time is the
/// median over several products, in which each launch waits for the one before. `of_copy` is the launch's
/// bytes per second divided by those of a copy of 1 GiB (64 MiB on the host), measured in the same run.
/// "together" is the product with its launches queued, as it usually runs, and the bytes of all of them. Up
/// to 2^24 bits most bytes come from a GPU's cache, so of_copy may exceed 1.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/multiply/staged_executor.hpp"
#include "bench/multiply/timed_operands.hpp"
#include "bench/support/median.hpp"
#include "bench/support/report.hpp"
#include "bench/support/timing.hpp"
#include "gpu_bigint/gpu_bigint.hpp"
#include "gpu_bigint/random.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "src/exec/host/executor.hpp"
#include "src/multiply/multiply.hpp"
#include "src/multiply/product.hpp"
#include "src/plan/fermat_plan.hpp"
#if defined(GPU_BIGINT_WITH_CUDA)
#include "src/exec/cuda/executor.hpp"
#endif

namespace {

using gbi::bench::median, gbi::bench::stage;

template <class Function>
double median_seconds(Function&& seconds, int count) {
  std::vector<double> samples;
  std::generate_n(std::back_inserter(samples), count, seconds);
  return median(samples);
}

double copy_rate(gbi::exec::executor& device, std::size_t bytes) {
  const gbi::exec::buffer<std::byte> in(device, bytes), out(device, bytes);
  device.clear(in.data(), bytes);
  const auto copy = [&] { return device.seconds_of([&] { device.copy(out.data(), in.data(), bytes); }); };
  copy();
  return 2 * static_cast<double>(bytes) / median_seconds(copy, 7);
}

/// Registers a result.
void report(const std::string& name, const stage& measured, double copy) {
  auto* entry = benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
    for (auto _ : state) state.SetIterationTime(measured.seconds);
    state.SetBytesProcessed(static_cast<std::int64_t>(measured.bytes));
    state.counters["bytes"] = measured.bytes;
    state.counters["of_copy"] = measured.bytes / measured.seconds / copy;
  });
  entry->Iterations(1)->UseManualTime()->Unit(benchmark::kMillisecond);
}

/// Measures products or squares of n bits, launch by launch and as a whole.
template <class Executor>
class staged_products {
 public:
  explicit staged_products(std::unique_ptr<gbi::bench::staged_executor<Executor>> executor)
      : plain_context_(executor->backend(), executor->device()),
        staged_(executor.get()),
        staged_context_(gbi::detail::context_of(
            gbi::detail::engine::make(std::move(executor), gbi::plan::word_limits::none()))),
        copy_(copy_rate(*staged_,
                        std::size_t{1} << (plain_context_.backend() == gbi::backend::cuda ? 30 : 26))) {
    gbi::bench::describe(plain_context_);
  }

  void add(const std::string& route, int n) {
    const int count = n <= 22 ? 101 : n <= 28 ? 7 : 3;
    const std::string name = route + "/" + std::to_string(n) + "/";
    const std::vector<stage> stages = each_launch(route, n, count);
    double bytes = 0;
    for (std::size_t i = 0; i < stages.size(); ++i) {
      std::string place = std::to_string(i) + "_" + stages[i].name;
      std::replace(place.begin(), place.end(), ' ', '_');
      report(name + place, stages[i], copy_);
      bytes += stages[i].bytes;
    }
    report(name + "together", {"together", bytes, together(route, n, count)}, copy_);
  }

 private:
  /// Operands, drawn on the device because some are long, and the product to measure.
  struct problem {
    gbi::scoped_context use;
    gbi::gpu_bigint a, b;
    bool by_fermat_moduli;
    gbi::algorithm how;
    problem(const gbi::context& where, const std::string& route, int n)
        : use(where),
          by_fermat_moduli(route == "moduli"),
          how(route == "exact" ? gbi::algorithm::exact : gbi::algorithm::automatic) {
      gbi::random_engine random(1);
      a = random.bits(std::size_t{1} << n);
      b = route == "square" ? a : random.bits(std::size_t{1} << n);
    }
    void multiply() const {
      if (by_fermat_moduli)
        benchmark::DoNotOptimize(gbi::products::of_numbers(
            a, b, [](auto& engine, const auto& wanted) { multiply_by_fermat_moduli(engine, wanted); }));
      else
        benchmark::DoNotOptimize(gbi::multiply(a, b, how));
    }

   private:
    static void multiply_by_fermat_moduli(gbi::detail::engine& engine, const gbi::products::product& wanted) {
      const gbi::plan::product_shape shape = gbi::products::shape_of(wanted);
      const gbi::plan::planner planner = engine.planner();
      gbi::products::execute(
          engine, planner.by_fermat_moduli(shape, planner.cheapest_fermat_moduli(shape).value()), wanted);
    }
  };

  std::vector<stage> each_launch(const std::string& route, int n, int count) {
    const problem x(staged_context_, route, n);
    x.multiply();
    std::vector<std::vector<double>> seconds;
    std::vector<stage> stages;
    staged_->take();
    for (int i = 0; i < count; ++i) {
      x.multiply();
      stages = staged_->take();
      seconds.resize(stages.size());
      for (std::size_t k = 0; k < stages.size(); ++k) seconds[k].push_back(stages[k].seconds);
    }
    for (std::size_t k = 0; k < stages.size(); ++k) {
      if (seconds[k].size() != static_cast<std::size_t>(count))
        throw std::logic_error("products of one shape differ in their launches");
      stages[k].seconds = median(seconds[k]);
    }
    return stages;
  }

  double together(const std::string& route, int n, int count) {
    const problem x(plain_context_, route, n);
    gbi::exec::executor& device = gbi::detail::engine_of(plain_context_)->executor();
    const int queued = gbi::bench::products_at_once(std::size_t{1} << n);
    const auto products = [&] {
      return device.seconds_of([&] {
        for (int i = 0; i < queued; ++i) x.multiply();
      }) / queued;
    };
    products();
    return median_seconds(products, count);
  }

  gbi::context plain_context_;
  gbi::bench::staged_executor<Executor>* staged_;
  gbi::context staged_context_;
  double copy_;
};

template <class Products>
void add_all(Products&& products, int largest) {
  for (const char* route : {"product", "square"})
    for (int n = 14; n <= largest; n += 2) products.add(route, n);
  for (int n = 24; n <= largest; n += 2) products.add("moduli", n);
  for (int n = 18; n <= largest - 2; n += 2) products.add("exact", n);
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
#if defined(GPU_BIGINT_WITH_CUDA)
  if (gbi::context::current().backend() == gbi::backend::cuda)
    add_all(staged_products(
                std::make_unique<gbi::bench::staged_executor<gbi::exec::cuda::cuda_executor>>(0, nullptr)),
            34);
  else
#endif
    add_all(staged_products(std::make_unique<gbi::bench::staged_executor<gbi::exec::host::host_executor>>()),
            24);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
}
