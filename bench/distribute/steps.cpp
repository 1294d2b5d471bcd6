#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "bench/distribute/group_series.hpp"
#include "bench/distribute/marks.hpp"
#include "gpu_bigint/distributed.hpp"
#include "gpu_bigint/random.hpp"
#include "src/distribute/product_attempt.hpp"

namespace gbi::bench {

namespace {

using distribute::product_step, distribute::product_steps;
using of_steps = std::array<double, product_steps>;

/// The time of each step.
class step_clock final : public distribute::product_watch {
 public:
  explicit step_clock(const device_group& on) : marks_(on) { marks_.add(); }
  void after(product_step step) override {
    marks_.add();
    steps_.push_back(step);
  }
  of_steps seconds() {
    of_steps sums{};
    const std::vector<double> found = marks_.seconds();
    for (std::size_t i = 0; i < steps_.size(); ++i) sums[static_cast<std::size_t>(steps_[i])] += found[i];
    return sums;
  }

 private:
  marks marks_;
  std::vector<product_step> steps_;
};

/// Bytes that a rank must read and write, or send, for two operands of `bits` bits.
of_steps bytes_of(const plan::shared_plan& plan, std::size_t bits) {
  const double ranks = plan.ranks, others = (ranks - 1) / ranks;
  const double points = 16 * static_cast<double>(plan.own_points());
  const double operand = static_cast<double>(bits) / 8 / ranks, passes = plan.fft.shape.column_passes - 1;
  of_steps bytes{};
  const auto set = [&](product_step step, double value) { bytes[static_cast<std::size_t>(step)] = value; };
  set(product_step::strips_in, 2 * operand * others);
  set(product_step::first_columns, 2 * (operand + points));
  set(product_step::points_there, 2 * points * others);
  set(product_step::operand_checksums, 2 * operand);
  set(product_step::later_columns, 2 * 2 * points * passes);
  set(product_step::rows, 3 * points);
  set(product_step::columns_back, 2 * points * passes);
  set(product_step::points_back, points * others);
  set(product_step::last_columns, 2 * points);
  set(product_step::normalize, points + 2 * operand);
  set(product_step::strips_out, 2 * operand * others);
  set(product_step::join, 3 * 2 * operand);
  return bytes;
}

}  // namespace

const char* name_of(product_step step) {
  constexpr std::array<const char*, product_steps> names{
      "strips_in",    "first_columns", "points_there", "operand_residues", "later_columns", "rows",
      "columns_back", "points_back",   "last_columns", "normalize",        "strips_out",    "join"};
  return names.at(static_cast<std::size_t>(step));
}

void measure_steps(benchmark::State& state, const device_group& on, std::size_t bits) {
  measure_if_it_fits(state, [&] {
    random_engine random(bits);
    const distributed_bigint a = random_bits(on, bits, random), b = random_bits(on, bits, random);
    const distribute::value &x = *distribute::access::of(a), &y = *distribute::access::of(b);
    auto how = distribute::choose_sharing(x, y);
    if (!how) return state.SkipWithError("the product is computed on one rank");
    how->plan.chunks = 1;
    const auto once = [&] {
      distribute::product_attempt attempt(x, y, *how);
      x.on().prepare([&](distribute::rank& r) { attempt.allocate(r); });
      step_clock watch(on);
      if (!attempt.run(0, &watch)) state.SkipWithError("the product is wrong");
      return watch.seconds();
    };
    once();
    of_steps sums{};
    std::int64_t runs = 0;
    for (auto _ : state) {
      const of_steps seconds = once();
      double all = 0;
      for (std::size_t i = 0; i < seconds.size(); ++i) {
        sums[i] += seconds[i];
        all += seconds[i];
      }
      ++runs;
      state.SetIterationTime(all);
    }
    const of_steps bytes = bytes_of(how->plan, bits);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::string name = name_of(static_cast<product_step>(i));
      state.counters[name] = sums[i] / static_cast<double>(std::max<std::int64_t>(runs, 1));
      state.counters[name + "_bytes"] = bytes[i];
    }
  });
}

void measure_chunks(benchmark::State& state, const device_group& on, std::size_t bits, int chunks) {
  measure_if_it_fits(state, [&] {
    using clock = std::chrono::steady_clock;
    random_engine random(bits);
    const distributed_bigint a = random_bits(on, bits, random), b = random_bits(on, bits, random);
    const distribute::value &x = *distribute::access::of(a), &y = *distribute::access::of(b);
    std::vector<double> prepared;
    measure_by_clock(state, on, [&] {
      const auto begin = clock::now();
      auto how = distribute::choose_sharing(x, y);
      how->plan.chunks = chunks;
      distribute::product_attempt attempt(x, y, *how);
      x.on().prepare([&](distribute::rank& r) { attempt.allocate(r); });
      prepared.push_back(std::chrono::duration<double>(clock::now() - begin).count());
      if (!attempt.run(0)) state.SkipWithError("the product is wrong");
    });
    state.counters["first_prepared"] = prepared.front();
    state.counters["prepared"] = prepared.back();
  });
}

}  // namespace gbi::bench
