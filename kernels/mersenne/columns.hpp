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

#include <type_traits>

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/column_twiddles.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/mersenne/irrational_base.hpp"
#include "kernels/mersenne/policy.hpp"

namespace gbi::kernels {

template <int Points, direction Direction, block_policy Policy = weighted_columns_policy(Points)>
struct weighted_columns_kernel {
  using arguments = weighted_columns_arguments;
  static constexpr int width_of_block = Policy.transforms;
  using fft = block_fft<Points, width_of_block, double, arrangement::columns, arrangement::columns,
                        Policy.radix, Policy.of>;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;
  static constexpr bool of_vectors = Policy.of == machine::vectors;
  struct shared_memory {
    typename fft::shared_memory exchange;
    column_twiddles<double, Points, width_of_block> twiddles;
    [[no_unique_address]] std::conditional_t<Direction == direction::backward, block_monitor<threads>,
                                             no_shared_memory>
        monitor;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    if constexpr (Direction == direction::forward)
      digits_to_points(block, shared, a);
    else
      points_to_digits(block, shared, a);
  }

 private:
  static constexpr int lanes_at_once = threads / width_of_block;

  GBI_DEVICE static std::uint64_t column(std::uint32_t block, int which) {
    return std::uint64_t{block} * width_of_block + static_cast<std::uint32_t>(which);
  }
  GBI_DEVICE static std::uint64_t place(const arguments& a, int row, std::uint64_t column) {
    return static_cast<std::uint32_t>(row) * a.number.width + column;
  }
  /// The weights of both digits of a column, without the factors of the rows.
  struct column_pair {
    digit_weight even, odd;

    GBI_DEVICE column_pair(const digit_weight* columns, std::uint64_t column, double scale = 1)
        : even(read_only(columns + 2 * column)), odd(read_only(columns + 2 * column + 1)) {
      even.factor *= scale;
      odd.factor *= scale;
    }
  };
  /// 1 for the first column of a block, else 0. There are no branches, because threads may be vector
  /// elements.
  GBI_DEVICE static double is_first(int which) { return which == 0 ? 1.0 : 0.0; }
  GBI_DEVICE static typename fft::root_tables roots(const arguments& a) { return {a.roots, a.column_roots}; }

  template <class Block>
  GBI_DEVICE static void digits_to_points(Block& block, shared_memory& shared, const arguments& a) {
    const std::uint64_t first_column = column(block.index(), 0), unit = 4 * first_column;
    const double* carries = a.number.carries + std::uint64_t{block.index()} * Points;
    if constexpr (of_vectors)
      block.phase([&](int thread)
                      GBI_INLINE { shared.twiddles.template fill<threads>(a.turns, unit, thread); });
    const auto load = [&](int thread, int which) GBI_INLINE {
      if constexpr (!of_vectors) shared.twiddles.template fill<threads>(a.turns, unit, thread);
      return [&, carries, j = first_column + which,
              column = column_pair(a.columns.forward, first_column + which), carry_factor = is_first(which),
              splitter = digit_splitter(a.base)](int row) GBI_INLINE {
        const digit_weight of_row = read_only(a.rows.forward + row);
        const phase_sum even(a.base, of_row.phase, column.even.phase);
        const phase_sum odd(a.base, of_row.phase, column.odd.phase);
        const real_pair_of_digits x =
            with_carry(splitter, real(read_only(a.number.pairs + place(a, row, j))),
                       read_only(carries + row) * carry_factor, splitter.is_long(even.phase));
        return complex<double>{
            x.even * (of_row.factor * (even.wraps ? column.even.factor * 0.5 : column.even.factor)),
            x.odd * (of_row.factor * (odd.wraps ? column.odd.factor * 0.5 : column.odd.factor))};
      };
    };
    const auto store = [&](int which, int lane, complex<double>(&x)[fft::radix]) GBI_INLINE {
      shared.twiddles.template apply<Direction, fft::lanes>(a.near, which, lane, x);
      unroll<fft::radix>(
          [&](auto q) GBI_INLINE { a.points[place(a, lane + q * fft::lanes, first_column + which)] = x[q]; });
    };
    fft::forward(block, shared.exchange, roots(a), load, store);
  }

  template <class Block>
  GBI_DEVICE static void points_to_digits(Block& block, shared_memory& shared, const arguments& a) {
    const std::uint64_t first_column = column(block.index(), 0);
    // The points are being loaded while the far factors are computed.
    per_thread<Block, double> re[fft::radix], im[fft::radix];
    per_thread<Block, rounding_monitor> measured;
    block.template grid_phase<fft::lanes, width_of_block>([&](int lane, int which) GBI_INLINE {
      const int thread = lane * width_of_block + which;
      unroll<fft::radix>([&](auto q) GBI_INLINE {
        const complex<double>* z = a.points + place(a, lane + q * fft::lanes, first_column + which);
        re[q][thread] = z->re;
        im[q][thread] = z->im;
      });
    });
    block.phase([&](int thread) GBI_INLINE {
      measured[thread] = {0, 0};
      shared.twiddles.template fill<threads>(a.turns, 4 * first_column, thread);
    });
    const auto load = [&](int which, int lane, complex<double>(&x)[fft::radix]) GBI_INLINE {
      const int thread = lane * width_of_block + which;
      unroll<fft::radix>([&](auto q) GBI_INLINE { x[q] = {re[q][thread], im[q][thread]}; });
      shared.twiddles.template apply<Direction, fft::lanes>(a.near, which, lane, x);
    };
    // A pair of digits replaces a real part, and the carry out of it the imaginary part.
    const auto store = [&](int thread, int which) GBI_INLINE {
      return [&, which, monitor = &measured[thread], is_zero = first_column + which == 0,
              column = column_pair(a.columns.inverse, first_column + which, a.scale),
              splitter = digit_splitter(a.base)](int row, complex<double> z) GBI_INLINE {
        const digit_weight of_row = read_only(a.rows.inverse + row);
        const phase_sum even(a.base, of_row.phase, column.even.phase);
        const phase_sum odd(a.base, of_row.phase, column.odd.phase);
        const real_pair_of_digits x{
            monitor->round_real(
                z.re * (of_row.factor * (even.wraps ? column.even.factor * 2 : column.even.factor))) -
                (is_zero && row == 0 ? static_cast<double>(a.subtrahend) : 0.0),
            monitor->round_real(z.im *
                                (of_row.factor * (odd.wraps ? column.odd.factor * 2 : column.odd.factor)))};
        const carried_pair pair = carried(splitter, x, even.phase, odd.phase);
        const int at = fft::address(which, row);
        shared.exchange.re[at] = packed(pair.digits, splitter.is_long(even.phase));
        shared.exchange.im[at] = pair.carry;
      };
    };
    fft::backward(block, shared.exchange, roots(a), load, store);
    block.template grid_phase<lanes_at_once, width_of_block>([&](int lane, int which) GBI_INLINE {
      const int before = which > 0 ? which - 1 : 0;
      const double carry_factor = 1 - is_first(which);
      const digit_splitter splitter(a.base);
      repeat<Points / lanes_at_once>([&](int i) GBI_INLINE {
        const int row = lane + i * lanes_at_once;
        const packed_pair pair = unpacked(shared.exchange.re[fft::address(which, row)]);
        const double carry = shared.exchange.im[fft::address(before, row)] * carry_factor;
        a.number.pairs[place(a, row, first_column + which)] =
            integers(with_carry(splitter, pair.digits, carry, pair.even_is_long));
      });
    });
    // The carries out of the last columns of the matrix enter the next rows; the carry of the last row enters
    // the first row.
    const bool is_last = first_column + width_of_block == a.number.width;
    double* carries = a.number.carries + (is_last ? 0 : std::uint64_t{block.index() + 1} * Points);
    block.phase([&](int thread) GBI_INLINE {
      for (int row = thread; row < Points; row += threads) {
        const int next = row + 1 < Points ? row + 1 : 0;
        carries[is_last ? next : row] = shared.exchange.im[fft::address(width_of_block - 1, row)];
      }
    });
    shared.monitor.report(block, measured, *a.measured);
  }
};

}  // namespace gbi::kernels
