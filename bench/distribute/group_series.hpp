/// \file
/// Shared by the benches of groups.
#pragma once

#include <benchmark/benchmark.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <vector>

#include "gpu_bigint/device_group.hpp"
#include "gpu_bigint/error.hpp"
#include "src/distribute/group.hpp"
#include "src/distribute/product_attempt.hpp"
#include "src/plan/planner.hpp"
#include "src/plan/shared_product.hpp"

namespace gbi::bench {

/// Times `work` by the clock, from idle ranks to idle ranks, after one run that is not timed.
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

/// How the ranks share a product of two numbers of `bits` bits.
inline std::optional<plan::shared_plan> plan_of(const device_group& on, std::size_t bits) {
  const auto& engine = distribute::of(on)->at(0).engine;
  const std::size_t limbs = bits / 64;
  return plan::planner(engine.tuning(), verification::residue)
      .shared(plan::product_shape::whole(limbs, limbs), on.size());
}

/// The steps of a shared product in sequence, with no work overlapping the exchanges. Counters report the
/// seconds of each step and the bytes that a rank moves in its memory or sends in an exchange.
void measure_steps(benchmark::State& state, const device_group& on, std::size_t bits);

/// A shared product in `chunks` chunks of rows. Counters report the seconds until its memory is allocated, in
/// the first and the last run.
void measure_chunks(benchmark::State& state, const device_group& on, std::size_t bits, int chunks);

/// Products, and powers modulo odd numbers, of batches of 2048-bit numbers split among all ranks. The rate
/// counts elements.
void measure_batch_products(benchmark::State& state, const device_group& on);
void measure_batch_powers(benchmark::State& state, const device_group& on);

/// Decimals of pi, by all ranks or by the first one. Counters report the seconds of each phase.
void measure_pi_on_ranks(benchmark::State& state, const device_group& on, std::size_t decimals);
void measure_pi_on_one(benchmark::State& state, const device_group& on, std::size_t decimals);

/// Exclusive sums of `count` 64-bit integers, shared by all ranks, or on the first rank alone. The rate
/// counts every element once in and once out.
void measure_scan_on_ranks(benchmark::State& state, const device_group& on, std::size_t count);
void measure_scan_on_one(benchmark::State& state, const device_group& on, std::size_t count);
/// The numbers that each rank repeats as elements of scans.
std::vector<std::int64_t> scan_values();
/// Reports the rate, or an error if `last` is not the last result of a scan on so many ranks.
void report_scan(benchmark::State& state, std::size_t ranks, std::size_t count, std::int64_t last);

/// The speed of the links: every rank sends bytes to every other one, with one copy each, to at most
/// `at_once` ranks at the same time (0: as the tuning says). The rate counts the bytes that a rank sends.
void measure_copies(benchmark::State& state, const device_group& on, std::size_t bytes, int at_once);

/// Writes when each step of one shared product was queued and when each rank ended it, as JSON.
/// \returns whether the product is shared
bool trace_product(const device_group& on, std::size_t bits);
const char* name_of(distribute::product_step step);

}  // namespace gbi::bench
