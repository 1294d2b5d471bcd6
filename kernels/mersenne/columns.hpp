/// \file
/// The first and the last columns of a square modulo 2^p - 1: digits become weighted points, and weighted
/// points become digits again.
///
/// The weights 2^(r/N) are products of two factors, that of the row and that of the column, because r_j is
/// linear in j modulo N. rounding.md: weights.
///
/// Backward, a pair of digits passes on the excess over its width, about 28 bits, once: the next pair adds
/// it, and its odd digit becomes slightly wider. A block has all rows of a few neighbouring columns, so in
/// every row its digits form a run. The carry out of the run is written alongside the digits, and the forward
/// columns of the next square add it. So no block waits for another.
///
/// Reads 8 bytes and writes 16 per point, or vice versa, and 8 for the carry of a run. The backward direction
/// measures the distance of coefficients from integers.
#pragma once

#include "kernels/fft/columns.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/mersenne/irrational_base.hpp"

namespace gbi::kernels {

/// The weights of both digits of a column, without the factors of the rows.
struct weights_of_column {
  digit_weight even, odd;

  GBI_DEVICE weights_of_column(const digit_weight* columns, std::uint64_t column, double scale = 1)
      : even(read_only(columns + 2 * column)), odd(read_only(columns + 2 * column + 1)) {
    even.factor *= scale;
    odd.factor *= scale;
  }
};
/// Columns of the only problem.
template <class End, class Fft>
struct columns_of_number : columns_of_matrix<End, Fft> {
  GBI_DEVICE static columns_of_number of(const columns_arguments<End>& a, std::uint32_t block,
                                         std::uint32_t) {
    return {columns_of_matrix<End, Fft>::of(a, block, 0)};
  }
};
/// 1 for the first column of a block, else 0. There are no branches, because threads may be vector elements.
GBI_DEVICE double is_first(int which) {
  return which == 0 ? 1.0 : 0.0;
}

template <class Fft>
struct column_end<weighted_in, Fft> : plain_end<weighted_in, Fft> {
  using place = columns_of_number<weighted_in, Fft>;

  GBI_DEVICE static auto load(auto&, const place& here) {
    const weighted_in& a = here.a.end;
    const double* const carries = a.number.carries + here.first_column / Fft::transforms * Fft::points;
    return [&here, &a, carries](int which) {
      return [&here, &a, carries, j = here.column(which),
              column = weights_of_column(a.columns, here.column(which)), carry_factor = is_first(which),
              splitter = digit_splitter(a.base)](int row) {
        const digit_weight of_row = read_only(a.rows + row);
        const phase_sum even(a.base, of_row.phase, column.even.phase);
        const phase_sum odd(a.base, of_row.phase, column.odd.phase);
        const real_pair_of_digits x =
            with_carry(splitter, real(read_only(a.number.pairs + here.at(row, j))),
                       read_only(carries + row) * carry_factor, splitter.is_long(even.phase));
        return complex<double>{
            x.even * (of_row.factor * (even.wraps ? column.even.factor * 0.5 : column.even.factor)),
            x.odd * (of_row.factor * (odd.wraps ? column.odd.factor * 0.5 : column.odd.factor))};
      };
    };
  }
};

template <class Fft>
struct column_end<weighted_out, Fft> : plain_end<weighted_out, Fft> {
  using place = columns_of_number<weighted_out, Fft>;
  using memory = block_monitor<Fft::threads>;
  using thread_state = rounding_monitor;

  /// A pair of digits replaces a real part, and the carry out of it the imaginary part.
  GBI_DEVICE static auto store(auto& shared, const place& here) {
    const weighted_out& a = here.a.end;
    return [&shared, &here, &a](int which, rounding_monitor& monitor) {
      return [&shared, &here, &a, which, monitor = &monitor, is_zero = here.column(which) == 0,
              column = weights_of_column(a.columns, here.column(which), a.scale),
              splitter = digit_splitter(a.base)](int row, complex<double> z) {
        const digit_weight of_row = read_only(a.rows + row);
        const phase_sum even(a.base, of_row.phase, column.even.phase);
        const phase_sum odd(a.base, of_row.phase, column.odd.phase);
        const real_pair_of_digits x{
            monitor->round_real(
                z.re * (of_row.factor * (even.wraps ? column.even.factor * 2 : column.even.factor))) -
                (is_zero && row == 0 ? static_cast<double>(a.subtrahend) : 0.0),
            monitor->round_real(z.im *
                                (of_row.factor * (odd.wraps ? column.odd.factor * 2 : column.odd.factor)))};
        const carried_pair pair = carried(splitter, x, even.phase, odd.phase);
        const int at = Fft::address(which, row);
        shared.exchange.re[at] = packed(pair.digits, splitter.is_long(even.phase));
        shared.exchange.im[at] = pair.carry;
      };
    };
  }

  template <class Block>
  GBI_DEVICE static void finish(Block& block, auto& shared, const place& here, const auto& measured) {
    const weighted_out& a = here.a.end;
    block.template grid_phase<lanes_at_once, Fft::transforms>([&](int lane, int which) {
      const int before = which > 0 ? which - 1 : 0;
      const double carry_factor = 1 - is_first(which);
      const digit_splitter splitter(a.base);
      repeat<Fft::points / lanes_at_once>([&](int i) {
        const int row = lane + i * lanes_at_once;
        const packed_pair pair = unpacked(shared.exchange.re[Fft::address(which, row)]);
        const double carry = shared.exchange.im[Fft::address(before, row)] * carry_factor;
        a.number.pairs[here.at(row, here.column(which))] =
            integers(with_carry(splitter, pair.digits, carry, pair.even_is_long));
      });
    });
    // The carries out of the last columns of the matrix enter the next rows; the carry of the last row enters
    // the first row.
    const std::uint64_t next_run = here.first_column / Fft::transforms + 1;
    const bool is_last = here.first_column + Fft::transforms == here.a.width;
    double* carries = a.number.carries + (is_last ? 0 : next_run * Fft::points);
    block.phase([&](int thread) {
      for (int row = thread; row < Fft::points; row += Fft::threads) {
        const int next = row + 1 < Fft::points ? row + 1 : 0;
        carries[is_last ? next : row] = shared.exchange.im[Fft::address(Fft::transforms - 1, row)];
      }
    });
    shared.end_memory.report(block, measured, *a.measured);
  }

 private:
  static constexpr int lanes_at_once = Fft::threads / Fft::transforms;
};

}  // namespace gbi::kernels
