/// \file
/// cuFFT as the rival of bench_multiply, where there is a GPU.
#pragma once

#include <benchmark/benchmark.h>

#include "gpu_bigint/context.hpp"

namespace gbi::bench {

/// Times `count` products of 2^state.range(0) bits at once by cuFFT on `stream`, the stream of `where`, with
/// digits of 16 or 8 bits. The last product is compared with the library's first. The label says `wrong` if
/// they differ.
void measure_cufft(benchmark::State& state, const context& where, void* stream, int digit_bits,
                   std::size_t count = 1);

}  // namespace gbi::bench
