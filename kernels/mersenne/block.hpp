/// \file
/// Squares modulo 2^p - 1 that stay in one block: digits of up to 4096 points are weighted, transformed,
/// squared, transformed back, rounded and carried, any number of times.
///
/// Digits may be as narrow as two bits here. So a pair passes on the excess over its width twice, and then
/// once more what remains, usually one.
///
/// Reads and writes 8 bytes per point in a square, in cache.
#pragma once

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/mersenne/mirrored_square.hpp"
#include "kernels/mersenne/policy.hpp"

namespace gbi::kernels {

template <int Points, block_policy Policy = weighted_block_policy(Points)>
struct weighted_block_kernel {
  using arguments = weighted_block_arguments;
  using fft = block_fft<Points, 1, double, arrangement::rows, arrangement::rows, Policy.radix, Policy.of>;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  struct shared_memory {
    typename fft::shared_memory exchange;
    block_monitor<threads> monitor;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    per_thread<Block, rounding_monitor> measured;
    block.phase([&](int thread) { measured[thread] = {0, 0}; });
    for (std::uint64_t step = 0; step < a.steps; ++step) {
      coefficients(block, shared, a, measured);
      carry(block, shared, a);
    }
    shared.monitor.report(block, measured, *a.measured);
  }

 private:
  static constexpr int points_of_thread = Points / threads;

  /// Leaves the coefficients of the square in shared memory: even ones as real parts, odd ones as imaginary
  /// parts.
  template <class Block>
  GBI_DEVICE static void coefficients(Block& block, shared_memory& shared, const arguments& a,
                                      per_thread<Block, rounding_monitor>& measured) {
    const auto load = [&](int, int) {
      return [&](int j) {
        const digit_pair pair = a.number.pairs[j];
        return complex<double>{pair.even * read_only(a.weights.forward + 2 * j).factor,
                               pair.odd * read_only(a.weights.forward + 2 * j + 1).factor};
      };
    };
    const auto store = [&](int thread, int) {
      return [&, monitor = &measured[thread]](int j, complex<double> z) {
        const auto coefficient = [&](double x, int at) {
          return monitor->round_real(x * (read_only(a.weights.inverse + at).factor * a.scale));
        };
        const int at = fft::address(0, j);
        shared.exchange.re[at] =
            coefficient(z.re, 2 * j) - (j == 0 ? static_cast<double>(a.subtrahend) : 0.0);
        shared.exchange.im[at] = coefficient(z.im, 2 * j + 1);
      };
    };
    square_in_block<fft, Points, 1>(
        block, shared.exchange, a.roots, a.circle_roots, 1, [](int) { return 0u; }, [](int) { return 0; },
        [](complex<double> root) { return root; }, load, store);
  }

  template <class Block>
  GBI_DEVICE static void carry(Block& block, shared_memory& shared, const arguments& a) {
    const digit_splitter splitter(a.base);
    const auto phase = [&](int j) { return read_only(a.weights.forward + j).phase; };
    const auto each_pair = [&](auto&& body) {
      block.template grid_phase<1, threads>([&](int, int thread) {
        unroll<points_of_thread>([&](auto i) { body(i, thread, i * threads + thread); });
      });
    };
    per_thread<Block, double> even[points_of_thread], odd[points_of_thread];
    const auto before = [](int j) { return fft::address(0, (j + Points - 1) & (Points - 1)); };
    each_pair([&](auto i, int thread, int j) {
      const int at = fft::address(0, j);
      const carried_pair pair =
          carried(splitter, {shared.exchange.re[at], shared.exchange.im[at]}, phase(2 * j), phase(2 * j + 1));
      even[i][thread] = pair.digits.even;
      odd[i][thread] = pair.digits.odd;
      shared.exchange.im[at] = pair.carry;
    });
    each_pair([&](auto i, int thread, int j) {
      const carried_pair pair =
          carried(splitter, {even[i][thread] + shared.exchange.im[before(j)], odd[i][thread]}, phase(2 * j),
                  phase(2 * j + 1));
      even[i][thread] = pair.digits.even;
      odd[i][thread] = pair.digits.odd;
      shared.exchange.re[fft::address(0, j)] = pair.carry;
    });
    each_pair([&](auto i, int thread, int j) {
      a.number.pairs[j] = integers({even[i][thread] + shared.exchange.re[before(j)], odd[i][thread]});
    });
  }
};

}  // namespace gbi::kernels
