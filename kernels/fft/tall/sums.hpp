/// \file
/// Backward transforms of tall columns in one pass over memory: points become sums of four neighbouring
/// coefficients of a product.
///
/// With p = c / width for column c, coefficient (r, c) is the sum over k of T_k exp(2 pi i (4k + 1) (r + p) /
/// 16384). Of four columns, one half of the points, k = h + 2m, is transformed after the other:
///
///     A_h(r) = sum_m T_(h + 2m) exp(2 pi i m (r + p) / 2048),   r < 2048
///
/// and with g = exp(2 pi i (r + p) / 16384) results r and r + 2048 are g A_0 + g^5 A_1 and exp(pi i / 4) (g
/// A_0 - g^5 A_1). A_0 waits in shared memory. The 2048 points are 16 x 16 x 8: m = m0 + 8 m1 + 128 i and r =
/// r0 + 16 r1 + 256 r2.
///
/// Four lanes have the coefficients of four columns in four rows each. They exchange them, so that each lane
/// adds those of one row. A tile's sums are contiguous in memory (row_of_tall_sum).
///
/// Reads 16 bytes per point and writes 8.
#pragma once

#include "kernels/fft/merged_butterfly.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/recomputed.hpp"
#include "kernels/model/streamed.hpp"
#include "kernels/normalize/column.hpp"

namespace gbi::kernels {

/// \tparam Points of a column, as those of tall_columns_kernel
template <int Points>
struct tall_sums_kernel {
  using arguments = tall_sums_arguments;
  static constexpr int columns = 4, threads = 128 * columns, blocks_per_multiprocessor = 1;
  static constexpr int half = Points / 2, radix = Points / 256;
  using first_factors = factors_of<radix, double>;
  static constexpr direction back = direction::backward;

  /// Powers of w^c, w = exp(-2 pi i / 4N), for a column.
  struct column_powers {
    complex<double> first, fifth;                   ///< of g
    complex<double> eighth[3];                      ///< w^8c and its powers 2, 4
    complex<double> of_64[4];                       ///< w^64c and its powers 2, 4, 8
    complex<double> of_1024[first_factors::count];  ///< with the exponents of the factors
  };
  static constexpr std::uint32_t power_count = sizeof(column_powers) / sizeof(complex<double>);
  struct shared_memory {
    double exchanged[radix * threads];
    double kept[2][16 * threads];
    union {
      column_powers powers[columns];
      complex<double> power[columns * power_count];
    };
    complex<double> turns[16][2];           ///< exp(2 pi i j / 128) and their fifth powers
    complex<double> of_row[radix][4];       ///< exp(2 pi i 64 r0 / 4 Points) and its powers 2, 4, 8
    complex<double> of_rows[3][8 * radix];  ///< exp(2 pi i 8 r / 4 Points) and its powers 2, 4
    block_monitor<threads> monitor;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto tiles_of_each = static_cast<std::uint32_t>(a.width / columns);
    per_thread<Block, double> re[16], im[16];
    per_thread<Block, rounding_monitor> measured;
    block.phase([&](int thread) {
      if (thread < 32)
        shared.turns[thread / 2][thread % 2] =
            conj(root(a, 8 * radix * (thread / 2) * (thread % 2 == 0 ? 1 : 5)));
      if (thread < 4 * radix)
        shared.of_row[thread / 4][thread % 4] = conj(root(a, 64 * (thread / 4) << thread % 4));
      for (int i = thread; i < 3 * 8 * radix; i += threads)
        shared.of_rows[i / (8 * radix)][i % (8 * radix)] =
            conj(root(a, 8 * (i % (8 * radix)) << i / (8 * radix)));
      find_powers(a, shared, block.index(), thread);
    });
    for (std::uint32_t tile = block.index(); tile < tiles_of_each; tile += a.blocks) {
      const complex<double>* const from = a.points + std::uint64_t{tile} * (2 * columns);
      for (int h = 0; h < 2; ++h) {
        block.lone_phase([&](int thread) {
          if (h == 0) measured[thread] = {0, 0};
          const int t = thread / columns;
          const complex<double>* const lines =
              from + (t / 2 + h * (half / 2)) * (2 * a.pitch) + thread % (2 * columns);
          unroll<radix>([&](auto i) {
            const complex<double> z = read_once(lines + 64 * i * (2 * a.pitch));
            re[i][thread] = z.re;
            im[i][thread] = z.im;
          });
        });
        block.phase([&](int thread) {
          const column_powers& of = shared.powers[thread % columns];
          transform<radix>(thread, re, im,
                           first_factors::template of<back>([&](int p) { return conj(of.of_1024[p]); }));
          unroll<radix>([&](auto i) { shared.exchanged[thread + i * threads] = re[i][thread]; });
        });
        const auto after = [](int thread) {  // the place of point 0 after the first exchange
          return thread / (8 * columns) * threads + thread % (8 * columns);
        };
        constexpr int active = radix * 8 * columns;  // threads with a row r0
        block.lone_phase([&](int thread) {
          // The other half, or the first half of the next tile, comes to L2 meanwhile.
          const std::uint32_t next = h == 0 ? tile : tile + a.blocks;
          if (next < tiles_of_each)
            for (int line = thread; line < half / 2; line += threads)
              prefetch(a.points + std::uint64_t{next} * (2 * columns) +
                       (line + (1 - h) * (half / 2)) * (2 * a.pitch));
        });
        block.template phase<active>([&](int thread) {
          unroll<16>([&](auto i) { re[i][thread] = shared.exchanged[after(thread) + i * (8 * columns)]; });
        });
        block.phase([&](int thread) {
          unroll<radix>([&](auto i) { shared.exchanged[thread + i * threads] = im[i][thread]; });
        });
        // From here on, a warp has r0 to itself.
        block.warp_phase([&](int thread) {
          if (thread >= active) return;
          unroll<16>([&](auto i) { im[i][thread] = shared.exchanged[after(thread) + i * (8 * columns)]; });
          const column_powers& of = shared.powers[thread % columns];
          const int r0 = thread / (8 * columns);
          transform<16>(thread, re, im, sixteen_factors<double>::of<back>([&](int p) {
                          return shared.of_row[r0][p] * conj(of.of_64[p]);
                        }));
        });
        exchange_in_warp(block, shared.exchanged, re);
        exchange_in_warp(block, shared.exchanged, im);
        block.template phase<active>([&](int thread) {
          const column_powers& of = shared.powers[thread % columns];
          const int r = thread / (8 * columns) + radix * (thread / columns % 8);
          const auto factors = eight_factors<double>::of<back>(
              [&](int p) { return shared.of_rows[p][r] * conj(of.eighth[p]); });
          complex<double> x[16];
          unroll<16>([&](auto i) { x[i] = {re[i][thread], im[i][thread]}; });
          merged_butterfly<back, 0>(x, factors);
          merged_butterfly<back, 8>(x, factors.template turned<back, 1>());
          if (h == 0)
            unroll<16>([&](auto i) {
              shared.kept[0][thread + i * threads] = x[i].re;
              shared.kept[1][thread + i * threads] = x[i].im;
            });
          else
            unroll<16>([&](auto i) {
              re[i][thread] = x[i].re;
              im[i][thread] = x[i].im;
            });
        });
      }
      finish(block, shared, a, tile, re, im, measured);
      shared.monitor.report(block, measured, *a.verdicts);
    }
  }

 private:
  /// exp(-2 pi i e / 4 Points)
  GBI_DEVICE static complex<double> root(const arguments& a, int e) {
    return read_only(a.roots + e % (4 * Points));
  }
  /// The powers of a tile's columns, by the first threads.
  GBI_DEVICE static void find_powers(const arguments& a, shared_memory& shared, std::uint32_t tile,
                                     int thread) {
    const auto place = static_cast<std::uint32_t>(thread), i = place % power_count,
               column = place / power_count;
    if (column >= columns || std::uint64_t{tile} * columns >= a.width) return;
    const std::uint32_t exponent =
        i == 0   ? 1
        : i == 1 ? 5
        : i < 5  ? 8u << (i - 2)
        : i < 9  ? 64u << (i - 5)
                 : 1024 * static_cast<std::uint32_t>(first_factors::exponent(static_cast<int>(i) - 9));
    shared.power[place] = circle_root(a.circle_roots, (std::uint64_t{tile} * columns + column) * exponent);
  }
  template <int Radix>
  GBI_DEVICE static void transform(int thread, auto& re, auto& im, const auto& factors) {
    complex<double> x[Radix];
    unroll<Radix>([&](auto i) { x[i] = {re[i][thread], im[i][thread]}; });
    merged_butterfly<back>(x, factors);
    unroll<Radix>([&](auto i) {
      re[i][thread] = x[i].re;
      im[i][thread] = x[i].im;
    });
  }
  /// Registers r1 become registers (l, n) with r1 = lane + 8 l for points n of the last transform.
  template <class Block>
  GBI_DEVICE static void exchange_in_warp(Block& block, double* exchanged,
                                          per_thread<Block, double> (&part)[16]) {
    const auto place = [](int thread, int r1, int n) {
      return thread / (8 * columns) * threads + r1 * (8 * columns) + (n ^ (r1 & 7)) * columns +
             thread % columns;
    };
    block.warp_phase([&](int index) {
      const int thread = recomputed<threads>(index), lane = thread / columns % 8;
      if (thread >= radix * 8 * columns) return;
      unroll<16>([&](auto r1) { exchanged[place(thread, r1, lane)] = part[r1][index]; });
    });
    block.warp_phase([&](int index) {
      const int thread = recomputed<threads>(index), lane = thread / columns % 8;
      if (thread >= radix * 8 * columns) return;
      unroll<16>([&](auto i) { part[i][index] = exchanged[place(thread, lane + 8 * (i / 8), i % 8)]; });
    });
  }

  /// Rounds results r and r + half, r = r0 + radix (lane + 8 l + 16 r2), of both halves, and adds those of
  /// four columns.
  template <class Block>
  GBI_DEVICE static void finish(Block& block, shared_memory& shared, const arguments& a, std::uint32_t tile,
                                const per_thread<Block, double> (&re)[16],
                                const per_thread<Block, double> (&im)[16],
                                per_thread<Block, rounding_monitor>& measured) {
    constexpr int active = radix * 8 * columns;
    per_thread<Block, complex<double>> first, fifth;
    block.phase([&](int thread) {
      const column_powers& of = shared.powers[thread % columns];
      const int r = thread / (8 * columns) + radix * (thread / columns % 8);
      const double scale = a.scale / (tall_scale * tall_scale);
      first[thread] = conj(root(a, r) * of.first) * scale;
      fifth[thread] = conj(root(a, 5 * r) * of.fifth) * scale;
    });
    block.lone_phase([&](int thread) { find_powers(a, shared, tile + a.blocks, thread); });
    coefficient_sum* const sums = a.sums + std::uint64_t{tile} * (2 * Points);
    unroll<16>([&](auto i) {
      constexpr int turns = i / 8 + 2 * (i % 8);
      per_thread<Block, std::uint64_t> row[4];  // coefficients of rows r, r + Points, r + half, and both
      block.lone_phase([&](int index) {
        const int thread = recomputed<threads>(index);
        if (thread >= active) return;
        const complex<double> kept{shared.kept[0][thread + i * threads],
                                   shared.kept[1][thread + i * threads]};
        const complex<double> u = kept * (first[index] * shared.turns[turns][0]),
                              v = complex<double>{re[i][index], im[i][index]} *
                                  (fifth[index] * shared.turns[turns][1]);
        const complex<double> sum = u + v, difference = rotate_sixteenths<back, 2>(u - v);
        rounding_monitor& monitor = measured[index];
        row[0][index] = static_cast<std::uint64_t>(monitor.round(sum.re));
        row[1][index] = static_cast<std::uint64_t>(monitor.round(-sum.im));
        row[2][index] = static_cast<std::uint64_t>(monitor.round(difference.re));
        row[3][index] = static_cast<std::uint64_t>(monitor.round(-difference.im));
      });
      swap_with_lane<1>(block, row[0], row[1]);
      swap_with_lane<1>(block, row[2], row[3]);
      swap_with_lane<2>(block, row[0], row[2]);
      swap_with_lane<2>(block, row[1], row[3]);
      block.lone_phase([&](int index) {
        const int thread = recomputed<threads>(index);
        if (thread >= active) return;
        wide_limb sum = 0;
        unroll<4>([&](auto column) {
          sum += shifted(static_cast<std::int64_t>(row[column][index]), column * a.digit_bits);
        });
        const int place = thread % columns * (128 * radix) + turns * (8 * radix) + thread / columns;
        write_once(sums + place, coefficient_sum{low_limb(sum), high_limb(sum)});
      });
    });
  }
  /// Lanes whose bit `Mask` is clear give `odd` for the `even` of the lane whose bit is set.
  template <int Mask, class Block>
  GBI_DEVICE static void swap_with_lane(Block& block, per_thread<Block, std::uint64_t>& even,
                                        per_thread<Block, std::uint64_t>& odd) {
    per_thread<Block, std::uint64_t> given;
    block.lone_phase([&](int thread) { given[thread] = (thread & Mask) != 0 ? even[thread] : odd[thread]; });
    const auto got = block.shuffle_xor(given, Mask);
    block.lone_phase([&](int thread) {
      even[thread] = (thread & Mask) != 0 ? got[thread] : even[thread];
      odd[thread] = (thread & Mask) != 0 ? odd[thread] : got[thread];
    });
  }
};

}  // namespace gbi::kernels
