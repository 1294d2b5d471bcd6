/// \file
/// Whole computations: decimals of pi, common factors among RSA moduli, and elliptic curves.
#pragma once

#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>

namespace gbi::bench {

/// Decimals of pi as text in host memory, by Chudnovsky's series. Counters report the seconds of each phase.
/// The digits are compared with those of the previous size.
void measure_pi(benchmark::State& state, std::uint64_t decimals);
/// The same series with GMP, summed recursively on one thread.
void measure_pi_by_gmp(benchmark::State& state, std::uint64_t decimals);

/// The common factors of each of `count` moduli of 2048 bits with the others. Ten pairs share a factor, which
/// must be found.
void measure_batch_gcd(benchmark::State& state, std::size_t count);
/// The same with GMP, by a product tree and a remainder tree.
void measure_batch_gcd_by_gmp(benchmark::State& state, std::size_t count);

/// Stage 1 of `count` elliptic curves with b1 = 10^5, modulo a product of two primes of 512 bits.
void measure_curves(benchmark::State& state, std::size_t count);

}  // namespace gbi::bench
