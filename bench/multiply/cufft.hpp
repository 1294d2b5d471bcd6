/// \file
/// cuFFT as the rival of bench_multiply, where there is a GPU.
#pragma once

#include <benchmark/benchmark.h>

#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// Times `count` products of 2^state.range(0) bits at once by cuFFT on `stream`, the stream of `where`. Up to
/// 2^28 bits the coefficients of the last product are checked first. If they are wrong, an error is reported
/// instead of a time.
void measure_cufft(benchmark::State& state, const context& where, void* stream, std::size_t count = 1);

}  // namespace gbi::bench
