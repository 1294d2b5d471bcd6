/// \file
/// The rows of a product whose columns are tall (columns.hpp). Two of them, of 4096 points, share a block. A
/// row needs shared memory to exchange points between its threads, and registers to transform them; while one
/// row does the former, the other does the latter. The points of a row arrive in shared memory while the row
/// before, or the other operand, is transformed.
///
/// A row has 256 L points. Row k has the base u = w^(4k + 1), w = exp(-2 pi i / 4N), of the weights and of
/// the twiddles after the columns:
///
///     X(f) = sum_c Y(c) u^c exp(-2 pi i c f / 256 L),   c = d0 + L d1 + 16 L d2,   f = f0 + 16 f1 + 256 f2
///
/// with d0, f2 < L. So the stages over d2, d1, d0 have the bases u^(16 L), u^L exp(-2 pi i f0 / 256), u
/// exp(-2 pi i (f0 + 16 f1) / 256 L) (merged_butterfly.hpp). Memory for a whole row holds, in turn, b as it
/// arrives, a as it arrives, and the spectrum of b, which replaces a point by point. Rows of fewer than 4096
/// points are transformed side by side, as if they were one.
///
/// If the spectrum of b is kept, it arrives instead of a row. Traffic per point: 48 bytes, 32 with one
/// operand.
#pragma once

#include "kernels/fft/merged_butterfly.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/recomputed.hpp"
#include "kernels/model/streamed.hpp"

namespace gbi::kernels {

/// \tparam Row 4096, 2048 or 1024 points
template <int Row, tall_rows Work>
struct tall_rows_kernel {
  using arguments = tall_rows_arguments;
  static constexpr int lanes = 256, threads = 2 * lanes, blocks_per_multiprocessor = 1;
  static constexpr int last = Row / 256, row_lanes = 16 * last;  ///< L, threads of a row
  static constexpr int rows_of_half = lanes / row_lanes;
  static constexpr direction forth = direction::forward, back = direction::backward;
  // Sixteen runs of sixteen times L, padded against bank conflicts.
  static constexpr int padded = last == 4 ? 4 : last + 1, after_run = last == 16 ? 0 : last == 8 ? 8 : 5;
  static constexpr int run_pitch = 16 * padded + after_run;
  struct rows_memory {
    alignas(16) complex<double> points[rows_of_half * Row];
    double exchanged[rows_of_half * 16 * run_pitch];
    complex<double> base[rows_of_half][3][4];  ///< powers 1, 2, 4, 8 of u, u^L, u^16L
    slot_marks<rows_of_half> marks;
  };
  struct shared_memory {
    rows_memory of_half[2];
    complex<double> roots[4][256 + 16];  ///< entry j + j / 16: exp(-2 pi i 2^p j / 256 L)
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    block.phase([&](int thread) {
      for (int i = thread; i < 4 * 256; i += threads) {
        const int p = i / 256, j = i % 256;
        shared.roots[p][entry(j)] = read_only(a.roots + (4 * j << p & (4 * Row - 1)));
      }
    });
    block.in_halves([&](auto& half) { work(half, shared.of_half[half.number()], shared.roots, a); });
  }

 private:
  template <class Half>
  struct row {
    per_thread<Half, double> re[16], im[16];

    GBI_DEVICE void set(int q, int thread, complex<double> z) {
      re[q][thread] = z.re;
      im[q][thread] = z.im;
    }
    GBI_DEVICE complex<double> get(int q, int thread) const { return {re[q][thread], im[q][thread]}; }

    /// A stage in registers: body(thread, x).
    template <class Body>
    GBI_DEVICE void stage(Half& half, Body&& body) {
      half.lone_phase([&](int index) {
        const int thread = recomputed<lanes>(index);
        complex<double> x[16];
        unroll<16>([&](auto q) { x[q] = get(q, thread); });
        body(thread, x);
        unroll<16>([&](auto q) { set(q, thread, x[q]); });
      });
    }
    /// Moves register q of a thread from put(thread, q) to get(thread, q). Both are sums of a part for the
    /// thread and one for the register.
    template <bool InWarp, class Put, class Get>
    GBI_DEVICE void exchange(Half& half, double* memory, Put&& put, Get&& get) {
      const auto barrier = [&](auto&& body) {
        if constexpr (InWarp)
          half.warp_phase(body);
        else
          half.phase(body);
      };
      const auto putting = [&](const auto& part) {
        return [&](int index) {
          double* const to = memory + put(recomputed<lanes>(index), 0);
          unroll<16>([&](auto q) { to[put(0, q)] = part[q][index]; });
        };
      };
      const auto getting = [&](auto& part) {
        return [&](int index) {
          const double* const from = memory + get(recomputed<lanes>(index), 0);
          unroll<16>([&](auto q) { part[q][index] = from[get(0, q)]; });
        };
      };
      half.take_turn();
      barrier(putting(re));
      barrier(getting(re));
      barrier(putting(im));
      half.lone_phase(getting(im));
      half.pass_turn();
    }
  };
  // A thread has the points d2 of (d0, d1), the points d1 of (f0, d0), or the points d0 of (f0, f1). These
  // are the places of register q in the exchange memory, which has the order f0 or d2, d1 or f1, d0.
  struct across {
    GBI_DEVICE constexpr int operator()(int thread, int q) const {
      const int t = thread % row_lanes;
      return of_row(thread) + t / last * padded + t % last + q * run_pitch;
    }
  };
  struct along {
    GBI_DEVICE constexpr int operator()(int thread, int q) const {
      const int t = thread % row_lanes;
      return of_row(thread) + t / last * run_pitch + t % last + q * padded;
    }
  };
  struct inside {
    GBI_DEVICE constexpr int operator()(int thread, int q) const {
      const int t = thread % row_lanes;
      return of_row(thread) + t / last * run_pitch + (t % last + q / last * last) * padded + q % last;
    }
  };
  GBI_DEVICE static constexpr int of_row(int thread) { return thread / row_lanes * (16 * run_pitch); }
  /// The place of root j among the roots.
  GBI_DEVICE static constexpr int entry(int j) { return j + j / 16; }
  using root_table = complex<double>[4][256 + 16];

  template <class Half>
  GBI_DEVICE static void forward(Half& half, row<Half>& x, rows_memory& memory, const root_table& roots) {
    x.stage(half, [&](int thread, complex<double>(&z)[16]) {
      const auto& base = memory.base[thread / row_lanes][2];
      merged_butterfly<forth>(z, sixteen_factors<double>::of<forth>([&](int p) { return base[p]; }));
    });
    x.template exchange<false>(half, memory.exchanged, across(), along());
    x.stage(half, [&](int thread, complex<double>(&z)[16]) {
      const auto& base = memory.base[thread / row_lanes][1];
      const int f0 = thread % row_lanes / last;
      merged_butterfly<forth>(
          z, sixteen_factors<double>::of<forth>([&](int p) { return roots[p][entry(last * f0)] * base[p]; }));
    });
    x.template exchange<true>(half, memory.exchanged, along(), inside());
    x.stage(half, [&](int thread, complex<double>(&z)[16]) {
      const auto& base = memory.base[thread / row_lanes][0];
      const int t = thread % row_lanes, f = t / last + 16 * (t % last);
      const auto factors =
          factors_of<last, double>::template of<forth>([&](int p) { return roots[p][entry(f)] * base[p]; });
      if constexpr (last == 16)
        merged_butterfly<forth>(z, factors);
      else
        unroll<16 / last>(
            [&](auto m) { merged_butterfly<forth, m * last>(z, factors.template turned<forth, m>()); });
    });
  }
  template <class Half>
  GBI_DEVICE static void backward(Half& half, row<Half>& x, rows_memory& memory, const root_table& roots) {
    x.stage(half, [&](int, complex<double>(&z)[16]) {
      unroll<16 / last>([&](auto m) {
        complex<double> y[last];
        unroll<last>([&](auto i) { y[i] = z[m * last + i]; });
        butterfly<last, back>(y);
        unroll<last>([&](auto i) { z[m * last + i] = y[i]; });
      });
    });
    x.template exchange<true>(half, memory.exchanged, inside(), along());
    x.stage(half, [&](int thread, complex<double>(&z)[16]) {
      const int d0 = thread % last;
      merged_butterfly<back>(
          z, sixteen_factors<double>::of<back>([&](int p) { return conj(roots[p][entry(16 * d0)]); }));
    });
    x.template exchange<false>(half, memory.exchanged, along(), across());
    x.stage(half, [&](int thread, complex<double>(&z)[16]) {
      const int t = thread % row_lanes;
      merged_butterfly<back>(
          z, sixteen_factors<double>::of<back>([&](int p) { return conj(roots[p][entry(t)]); }));
    });
  }

  template <class Half>
  GBI_DEVICE static void work(Half& half, rows_memory& memory, const root_table& roots, const arguments& a) {
    std::uint32_t round = 0,
                  at = (2 * half.index() + static_cast<std::uint32_t>(half.number())) * rows_of_half;
    const auto fetch = [&](const complex<double>* from, std::uint32_t which) {
      unroll<rows_of_half>([&](auto r) {
        half.fill_slot(memory.marks, r, round, memory.points + r * Row, from + (which + r) * a.pitch,
                       Row * sizeof(complex<double>));
      });
    };
    const auto arrive = [&] {
      unroll<rows_of_half>(
          [&](auto r) { half.template await_slot<rows_of_half - 1 - r>(memory.marks, r, round); });
    };
    const auto release = [&] {
      unroll<rows_of_half>([&](auto r) { half.release_slot(memory.marks, r); });
      round ^= 1;
    };
    /// The powers of the bases of rows, by the first threads.
    const auto find_bases = [&](int thread, std::uint32_t which) {
      if (thread >= 12 * rows_of_half) return;
      constexpr int log2_last = last == 16 ? 4 : last == 8 ? 3 : 2;
      const int p = thread % 4, stage = thread / 4 % 3, r = thread / 12;
      const std::uint64_t order = 4 * std::uint64_t{a.rows} * Row;
      const std::uint64_t e =
          (std::uint64_t{4} * tall_frequency(which + static_cast<std::uint32_t>(r), a.rows) + 1)
          << (p + (stage == 0   ? 0
                   : stage == 1 ? log2_last
                                : log2_last + 4));
      memory.base[r][stage][p] = circle_root(a.circle_roots, e % order);
    };
    /// The place of register 0 among the points of the rows.
    const auto place = [](int thread) { return thread / row_lanes * Row + thread % row_lanes; };
    row<Half> x;
    half.open_slots(memory.marks);
    constexpr bool is_product = Work == tall_rows::product, by_spectrum = Work == tall_rows::by_spectrum;
    const complex<double>* const first = is_product ? a.b : a.a;
    const complex<double>* const second = is_product ? a.a : a.b;
    if (at < a.rows) fetch(first, at);
    half.phase([&](int thread) { find_bases(thread, at); });
    while (at < a.rows) {
      const std::uint32_t next = at + 2 * rows_of_half * a.blocks;
      arrive();
      half.take_turn();
      half.lone_phase([&](int index) {
        const int t = place(recomputed<lanes>(index));
        unroll<16>([&](auto q) { x.set(q, index, memory.points[t + q * row_lanes]); });
      });
      release();
      half.pass_turn();
      if constexpr (is_product || by_spectrum)
        fetch(second, at);
      else if (next < a.rows)
        fetch(first, next);
      forward(half, x, memory, roots);
      if constexpr (Work == tall_rows::square)
        x.stage(half, [&](int, complex<double>(&z)[16]) { unroll<16>([&](auto q) { z[q] = z[q] * z[q]; }); });
      if constexpr (is_product) {
        arrive();
        half.take_turn();
        half.lone_phase([&](int index) {
          const int t = place(recomputed<lanes>(index));
          unroll<16>([&](auto q) {
            const complex<double> arrived = memory.points[t + q * row_lanes];
            memory.points[t + q * row_lanes] = x.get(q, index);
            x.set(q, index, arrived);
          });
        });
        half.pass_turn();
        forward(half, x, memory, roots);
      }
      if constexpr (is_product || by_spectrum) {
        if constexpr (by_spectrum) arrive();
        half.take_turn();
        half.lone_phase([&](int index) {
          const int t = place(recomputed<lanes>(index));
          unroll<16>([&](auto q) { x.set(q, index, x.get(q, index) * memory.points[t + q * row_lanes]); });
        });
        release();
        half.pass_turn();
        if (next < a.rows) fetch(first, next);
      }
      if constexpr (Work == tall_rows::only_spectrum)
        half.phase([&](int index) {
          const int thread = recomputed<lanes>(index);
          complex<double>* const to =
              a.out + (at + static_cast<std::uint32_t>(thread / row_lanes)) * a.pitch + thread % row_lanes;
          unroll<16>([&](auto q) { write_once(to + q * row_lanes, x.get(q, index)); });
        });
      else
        backward(half, x, memory, roots);
      // Barriers come after the last use of these bases.
      half.lone_phase([&](int index) { find_bases(index, next); });
      if constexpr (Work != tall_rows::only_spectrum)
        half.lone_phase([&](int index) {
          const int thread = recomputed<lanes>(index);
          complex<double>* const to =
              a.out + tall_piece(at + static_cast<std::uint32_t>(thread / row_lanes),
                                 static_cast<std::uint32_t>(thread % row_lanes), a.pitch);
          unroll<16>([&](auto q) { write_once(to + 2 * q * row_lanes, x.get(q, index)); });
        });
      at = next;
    }
  }
};

}  // namespace gbi::kernels
