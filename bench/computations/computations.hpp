/// \file
/// Whole computations: decimals of pi, and common factors among RSA moduli.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace gbi::bench {

/// The decimals in host memory, as text, by Chudnovsky's series. Counters have the seconds of each phase. The
/// digits are compared with those of the size before.
void measure_pi(benchmark::State& state, std::uint64_t decimals);
/// The same series by GMP, one term after the other in a recursion.
void measure_pi_by_gmp(benchmark::State& state, std::uint64_t decimals);

/// What each of `count` moduli of 2048 bits has in common with the others. Ten pairs share a factor, which
/// must be found.
void measure_batch_gcd(benchmark::State& state, std::size_t count);
/// The same by trees of GMP's products and remainders.
void measure_batch_gcd_by_gmp(benchmark::State& state, std::size_t count);

}  // namespace gbi::bench
