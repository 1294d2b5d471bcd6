/// \file
/// Forward transforms of tall columns in one pass over memory.
///
/// The points of eight columns do not fit in a multiprocessor, but their digits do. With r = n + 1024 s for
/// digits and k = q + 4 k' for frequencies of 4096 points,
///
///     sum_r d_r exp(-2 pi i r (k + 1/4) / 4096)
///         = sum_n exp(-2 pi i n k' / 1024) exp(-2 pi i n (4q + 1) / 16384) sum_s d_(n + 1024 s) u^(s (4q +
///         1))
///
/// with u = exp(-2 pi i / 16). So one quarter q of the outputs after the other is a transform of 1024 points
/// with a base (merged_butterfly.hpp), whose inputs are sums of four digits, and the digits stay in shared
/// memory. The 1024 points are 16 x 16 x 4: n = e0 + 4 e1 + 64 i and k' = k0 + 16 k1 + 256 k2. Other lengths
/// have another first radix.
///
/// Reads 4 bytes per digit and writes 16 per point, in whole lines of 128 bytes. The results are 2^-22 times
/// the frequencies.
#pragma once

#include "kernels/fft/merged_butterfly.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/read_only.hpp"
#include "kernels/model/streamed.hpp"

namespace gbi::kernels {

/// \tparam Points of a column: 256 times 8, 9, 10, 12, 14, 15 or 16
template <int Points>
struct tall_columns_kernel {
  using arguments = tall_columns_arguments;
  static constexpr int columns = tall_tile, threads = 64 * columns, blocks_per_multiprocessor = 1;
  static constexpr int radix = Points / 256, quarter_points = Points / 4;
  static constexpr int region = threads;  ///< points of a register of all threads
  using first_factors = factors_of<radix, double>;
  struct shared_memory {
    alignas(128) signed_word digits[Points * columns];
    double exchanged[radix * region];
    first_factors of_quarter[4];                     ///< base exp(-2 pi i (4q + 1) 64 / 4 Points)
    sixteen_factors<double> of_frequency[radix][4];  ///< base exp(-2 pi i (16 k0 + 4q + 1) 4 / 4 Points)
    slot_marks<1> marks;
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const auto tiles_of_each = static_cast<std::uint32_t>(a.width / columns),
               tiles = tiles_of_each * a.matrices;
    std::uint32_t round = 0, tile = block.index();
    const auto fetch = [&](std::uint32_t which) {
      block.fill_slot(shared.marks, 0, round, shared.digits,
                      a.tiles + std::uint64_t{which} * (Points * columns), sizeof shared.digits);
    };
    block.open_slots(shared.marks);
    if (tile < tiles) fetch(tile);
    block.phase([&](int thread) {
      // Factors whose base is root `base`.
      const auto fill = [&](auto& to, int base) {
        using factors = std::remove_reference_t<decltype(to)>;
        to = factors::template of<direction::forward>(
            [&](int i) { return root(a, base * factors::exponent(i)); });
      };
      if (thread < 4) fill(shared.of_quarter[thread], 64 * (4 * thread + 1));
      if (thread < 4 * radix)
        fill(shared.of_frequency[thread / 4][thread % 4], 4 * (16 * (thread / 4) + 4 * (thread % 4) + 1));
    });
    per_thread<Block, double> re[16], im[16];
    for (; tile < tiles; tile += a.blocks) {
      complex<double>* const to =
          a.points + tile / tiles_of_each * (Points * a.pitch) + tile % tiles_of_each * columns;
      block.template await_slot<0>(shared.marks, 0, round);
      for (int quarter = 0; quarter < 4; ++quarter) {
        block.phase([&](int thread) {
          complex<double> x[radix];
          sum_digits(shared.digits, quarter, thread, x);
          merged_butterfly<direction::forward>(x, shared.of_quarter[quarter]);
          unroll<radix>([&](auto i) {
            shared.exchanged[thread + i * region] = x[i].re;
            im[i][thread] = x[i].im;
          });
        });
        if (quarter == 3) {
          block.release_slot(shared.marks, 0);
          round ^= 1;
          if (tile + a.blocks < tiles) fetch(tile + a.blocks);
        }
        const auto of_frequency = [](int thread) {  // the place of point 0 after the first exchange
          return thread / (4 * columns) * region + thread % (4 * columns);
        };
        constexpr int active = radix * 4 * columns;  // threads with a frequency k0
        block.template phase<active>([&](int thread) {
          unroll<16>(
              [&](auto i) { re[i][thread] = shared.exchanged[of_frequency(thread) + i * (4 * columns)]; });
        });
        block.phase([&](int thread) {
          unroll<radix>([&](auto i) { shared.exchanged[thread + i * region] = im[i][thread]; });
        });
        // From here on, a warp has a frequency k0 to itself.
        block.warp_phase([&](int thread) {
          if (thread >= active) return;
          const int k0 = thread / (4 * columns);
          complex<double> x[16];
          unroll<16>([&](auto i) {
            x[i] = {re[i][thread], shared.exchanged[of_frequency(thread) + i * (4 * columns)]};
          });
          merged_butterfly<direction::forward>(x, shared.of_frequency[k0][quarter]);
          unroll<16>([&](auto i) {
            re[i][thread] = x[i].re;
            im[i][thread] = x[i].im;
          });
        });
        exchange_in_warp(block, shared.exchanged, re);
        exchange_in_warp(block, shared.exchanged, im);
        block.template phase<active>([&](int thread) { finish(a, to, quarter, thread, re, im); });
      }
    }
  }

 private:
  /// exp(-2 pi i e / 4 Points)
  GBI_DEVICE static complex<double> root(const arguments& a, int e) {
    return read_only(a.roots + e % (4 * Points));
  }

  /// x[i] = sum_s d_(n + 1024 s) u^(s (4q + 1)) for n = t + 64 i. As u^(4 s q) = (-i)^(s q), only signs and
  /// places depend on q.
  GBI_DEVICE static void sum_digits(const signed_word* digits, int quarter, int thread,
                                    complex<double> (&x)[radix]) {
    constexpr double scale = tall_scale * 0x1p1023 * 0x1p19;  // the digits are 2^-1042 of themselves
    constexpr double c1 = 0.92387953251128675613 * scale, s1 = 0.38268343236508977173 * scale,
                     h = 0.70710678118654752440 * scale;
    const bool odd = (quarter & 1) != 0;
    const double sign = (quarter & 2) != 0 ? -1.0 : 1.0;
    const double even = odd ? -h : h;
    const double re1 = (odd ? -s1 : c1) * sign, im1 = (odd ? -c1 : -s1) * sign;
    const double re3 = (odd ? c1 : s1) * sign, im3 = (odd ? s1 : -c1) * sign;
    unroll<radix>([&](auto i) {
      const auto digit = [&](int s) {
        return __builtin_bit_cast(double, std::uint64_t{digits[thread + (i + radix * s) * region]} << 32);
      };
      const double d0 = digit(0), d1 = digit(1), d2 = digit(2), d3 = digit(3);
      x[i] = {scale * d0 + re1 * d1 + even * d2 + re3 * d3, im1 * d1 - even * d2 + im3 * d3};
    });
  }

  /// Registers k1 become registers (l, n) with k1 = lane + 4 l for points n of the last transform.
  template <class Block>
  GBI_DEVICE static void exchange_in_warp(Block& block, double* exchanged,
                                          per_thread<Block, double> (&part)[16]) {
    const auto place = [](int thread, int k1, int n) {
      return thread / (4 * columns) * region + k1 * (4 * columns) + (n ^ (k1 & 3)) * columns +
             thread % columns;
    };
    block.warp_phase([&](int thread) {
      if (thread >= radix * 4 * columns) return;
      const int lane = thread / columns % 4;
      unroll<16>([&](auto k1) { exchanged[place(thread, k1, lane)] = part[k1][thread]; });
    });
    block.warp_phase([&](int thread) {
      if (thread >= radix * 4 * columns) return;
      const int lane = thread / columns % 4;
      unroll<16>([&](auto i) { part[i][thread] = exchanged[place(thread, lane + 4 * (i / 4), i % 4)]; });
    });
  }

  /// Four transforms of 4 points, with the bases w exp(-2 pi i l / 16).
  GBI_DEVICE static void finish(const arguments& a, complex<double>* to, int quarter, int thread, auto& re,
                                auto& im) {
    const int k0 = thread / (4 * columns), lane = thread / columns % 4, column = thread % columns;
    const int k = quarter + 4 * (k0 + radix * lane);
    const four_factors<double> factors{root(a, 4 * k + 1), root(a, 2 * (4 * k + 1))};
    unroll<4>([&](auto l) {
      complex<double> y[4];
      unroll<4>([&](auto n) { y[n] = {re[4 * l + n][thread], im[4 * l + n][thread]}; });
      merged_butterfly<direction::forward>(y, factors.template turned<direction::forward, l>());
      unroll<4>([&](auto k2) {
        const auto row = tall_place(static_cast<std::uint32_t>(k + radix * (16 * l + 64 * k2)), Points);
        write_once(to + row * a.pitch + static_cast<std::uint32_t>(column), y[k2]);
      });
    });
  }
};

}  // namespace gbi::kernels
