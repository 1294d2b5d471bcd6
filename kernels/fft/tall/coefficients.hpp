/// \file
/// Backward transforms of tall columns in one pass over memory: points become the coefficients of a product.
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
/// Reads and writes 16 bytes per point.
#pragma once

#include "kernels/fft/merged_butterfly.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/recomputed.hpp"

namespace gbi::kernels {

/// \tparam Points of a column, as those of tall_columns_kernel
template <int Points>
struct tall_coefficients_kernel {
  using arguments = tall_coefficients_arguments;
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
  static constexpr int power_count = sizeof(column_powers) / sizeof(complex<double>);
  struct shared_memory {
    double exchanged[radix * threads];
    double kept[2][16 * threads];
    union {
      column_powers powers[columns];
      complex<double> power[columns * power_count];
    };
    complex<double> turns[16][2];  ///< exp(2 pi i j / 128) and their fifth powers
    block_monitor<threads> monitor;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto tiles_of_each = static_cast<std::uint32_t>(a.width / columns);
    per_thread<Block, double> re[16], im[16];
    per_thread<Block, rounding_monitor> measured;
    for (std::uint32_t tile = block.index(); tile < tiles_of_each; tile += a.blocks) {
      const std::uint64_t first_column = std::uint64_t{tile} * columns;
      const complex<double>* const from = a.points + 2 * first_column;
      for (int h = 0; h < 2; ++h) {
        block.phase([&](int thread) {
          if (h == 0) {
            measured[thread] = {0, 0};
            if (thread < 32)
              shared.turns[thread / 2][thread % 2] =
                  conj(root(a, 8 * radix * (thread / 2) * (thread % 2 == 0 ? 1 : 5)));
            if (thread < columns * power_count) shared.power[thread] = power_of(a, first_column, thread);
          }
          const int t = thread / columns;
          const complex<double>* const lines =
              from + (t / 2 + h * (half / 2)) * (2 * a.pitch) + thread % (2 * columns);
          unroll<radix>([&](auto i) {
            const complex<double> z = lines[64 * i * (2 * a.pitch)];
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
                          return conj(root(a, 64 * r0 << p) * of.of_64[p]);
                        }));
        });
        exchange_in_warp(block, shared.exchanged, re);
        exchange_in_warp(block, shared.exchanged, im);
        block.template phase<active>([&](int thread) {
          const column_powers& of = shared.powers[thread % columns];
          const int r = thread / (8 * columns) + radix * (thread / columns % 8);
          const auto factors = eight_factors<double>::of<back>(
              [&](int p) { return conj(root(a, 8 * r << p) * of.eighth[p]); });
          complex<double> x[16];
          unroll<16>([&](auto i) { x[i] = {re[i][thread], im[i][thread]}; });
          merged_butterfly<back, 0>(x, factors);
          merged_butterfly<back, 8>(x, factors.template turned<back>());
          if (h == 0)
            unroll<16>([&](auto i) {
              shared.kept[0][thread + i * threads] = x[i].re;
              shared.kept[1][thread + i * threads] = x[i].im;
            });
          else
            finish(a, shared, first_column, thread, x, measured[thread]);
        });
      }
      shared.monitor.report(block, measured, *a.verdicts);
    }
  }

 private:
  /// exp(-2 pi i e / 4 Points)
  GBI_DEVICE static complex<double> root(const arguments& a, int e) {
    return read_only(a.roots + e % (4 * Points));
  }
  GBI_DEVICE static complex<double> power_of(const arguments& a, std::uint64_t first_column, int index) {
    const int i = index % power_count;
    const std::uint32_t exponent = i == 0   ? 1
                                   : i == 1 ? 5
                                   : i < 5  ? 8u << (i - 2)
                                   : i < 9
                                       ? 64u << (i - 5)
                                       : 1024 * static_cast<std::uint32_t>(first_factors::exponent(i - 9));
    return circle_root(a.circle_roots,
                       (first_column + static_cast<std::uint32_t>(index / power_count)) * exponent);
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
    block.warp_phase([&](int thread) {
      if (thread >= radix * 8 * columns) return;
      const int lane = thread / columns % 8;
      unroll<16>([&](auto r1) { exchanged[place(thread, r1, lane)] = part[r1][thread]; });
    });
    block.warp_phase([&](int thread) {
      if (thread >= radix * 8 * columns) return;
      const int lane = thread / columns % 8;
      unroll<16>([&](auto i) { part[i][thread] = exchanged[place(thread, lane + 8 * (i / 8), i % 8)]; });
    });
  }

  /// Rounds results r and r + half, r = r0 + radix (lane + 8 l + 16 r2), of both halves.
  GBI_DEVICE static void finish(const arguments& a, const shared_memory& shared, std::uint64_t first_column,
                                int index, const complex<double> (&x)[16], rounding_monitor& monitor) {
    const int thread = recomputed<threads>(index);  // no address of a result is kept
    const int column = thread % columns, r = thread / (8 * columns) + radix * (thread / columns % 8);
    const column_powers& of = shared.powers[column];
    const double scale = a.scale / (tall_scale * tall_scale);
    const complex<double> g = conj(root(a, r) * of.first) * scale,
                          g5 = conj(root(a, 5 * r) * of.fifth) * scale;
    const std::uint64_t n = Points * a.width;
    std::int64_t* const to = a.coefficients + first_column + static_cast<std::uint32_t>(column);
    unroll<16>([&](auto i) {
      constexpr int turns = i / 8 + 2 * (i % 8), row = 8 * radix * turns;
      const complex<double> kept{shared.kept[0][thread + i * threads], shared.kept[1][thread + i * threads]};
      const complex<double> u = kept * (g * shared.turns[turns][0]), v = x[i] * (g5 * shared.turns[turns][1]);
      const complex<double> sum = u + v, difference = rotate_sixteenths<back, 2>(u - v);
      std::int64_t* const low = to + static_cast<std::uint32_t>(r + row) * a.width;
      std::int64_t* const high = low + half * a.width;
      low[0] = monitor.round(sum.re);
      low[n] = monitor.round(-sum.im);
      high[0] = monitor.round(difference.re);
      high[n] = monitor.round(-difference.im);
    });
  }
};

}  // namespace gbi::kernels
