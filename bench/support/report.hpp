/// \file
/// What reports say besides times: where the results come from, and how much they vary.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>

#include "bench/support/median.hpp"
#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// The main function of a bench: `add` registers what is measured, for a GPU or the host, and the command
/// line says which of it to run. Both happen in the context that `place` makes. \returns the exit status
int run(int argc, char** argv, const std::function<void(bool gpu)>& add,
        context (*place)() = context::current);

/// Begins a bench: adds device, commit and the versions of CUDA, compiler and GMP to the context of Google
/// Benchmark's report, which knows the date and the load average. Other rivals add their own versions. Makes
/// the process keep memory that is freed: otherwise GMP gets its pages from the system in every long product.
void describe(const context& where);

/// Reports the variation of repetitions that Google Benchmark does not see.
void report_variation(benchmark::State& state, const measurement& time);

}  // namespace gbi::bench
