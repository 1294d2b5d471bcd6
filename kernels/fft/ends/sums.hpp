/// \file
/// The end of a column pass that adds up four neighbouring coefficients of a product
/// (normalize/arguments.hpp).
#pragma once

#include "kernels/fft/ends/number.hpp"
#include "kernels/normalize/column.hpp"

namespace gbi::kernels {

/// The coefficients wait in the memory of the exchange, so that a thread finds those of four columns.
template <class Fft>
struct column_end<sums_out, Fft> : plain_end<sums_out, Fft> {
  using place = columns_of_matrix<sums_out, Fft>;
  using thread_state = monitor_of<Fft>;
  using memory = block_monitor<Fft::threads, monitor_of<Fft>>;

  GBI_DEVICE static double scale(const place& here) { return here.a.end.scale; }
  GBI_DEVICE static auto store(auto& shared, const place&) {
    return [&shared](int which, thread_state& monitor) {
      return [&shared, &monitor, which](int row, complex<double> z) {
        const int at = Fft::address(which, row);
        shared.exchange.re[at] = __builtin_bit_cast(double, monitor.round(z.re));
        shared.exchange.im[at] = __builtin_bit_cast(double, monitor.round(-z.im));
      };
    };
  }
  template <class Block>
  GBI_DEVICE static void finish(Block& block, auto& shared, const place& here, const auto& measured) {
    constexpr int groups = Fft::transforms / columns_of_sum, rows = 2 * Fft::points;
    static_assert(Fft::transforms % columns_of_sum == 0);
    const std::uint32_t bits = here.a.end.digit_bits;
    coefficient_sum* const to = here.a.end.sums + here.first_column / columns_of_sum * rows;
    // Neighbouring threads take neighbouring rows of all groups, and write whole lines.
    block.phase([&](int thread) {
      for (int i = thread; i < groups * rows; i += Fft::threads) {
        const int group = i % groups, row = i / groups;
        const double* const part = row < Fft::points ? shared.exchange.re : shared.exchange.im;
        const double* const from = part + Fft::address(group * columns_of_sum, row % Fft::points);
        wide_limb sum = 0;
        unroll<columns_of_sum>([&](auto column) {
          sum += shifted(__builtin_bit_cast(std::int64_t, from[column]), column * bits);
        });
        to[group * rows + row] = {low_limb(sum), high_limb(sum)};
      }
    });
    shared.end_memory.report(block, measured, *here.a.end.verdicts);
  }
};

}  // namespace gbi::kernels
