/// \file
/// The rows of a product whose columns are tall (columns.hpp), two of which share a block. A row needs shared
/// memory to exchange points between its threads, and registers to transform them; while one row does the
/// former, the other does the latter. The points of a row arrive in shared memory while the row before, or
/// the other operand, is transformed.
///
/// Row k has the base u = w^(4k + 1), w = exp(-2 pi i / 4N), of the weights and of the twiddles after the
/// columns:
///
///     X(f) = sum_c Y(c) u^c exp(-2 pi i c f / 4096),   c = d0 + 16 d1 + 256 d2,   f = f0 + 16 f1 + 256 f2
///
/// So the stages over d2, d1, d0 have the bases u^256, u^16 exp(-2 pi i f0 / 256), u exp(-2 pi i (f0 + 16 f1)
/// / 4096) (merged_butterfly.hpp). Memory for a whole row holds, in turn, b as it arrives, a as it arrives,
/// and the spectrum of b, which replaces a point by point.
///
/// Traffic per point: 48 bytes, 32 for a square.
#pragma once

#include "kernels/fft/merged_butterfly.hpp"
#include "kernels/fft/tall/arguments.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"
#include "kernels/model/recomputed.hpp"
#include "kernels/model/streamed.hpp"

namespace gbi::kernels {

template <bool Square>
struct tall_rows_kernel {
  using arguments = tall_rows_arguments;
  static constexpr int lanes = 256, threads = 2 * lanes, blocks_per_multiprocessor = 1;
  static constexpr direction forth = direction::forward, back = direction::backward;
  // Sixteen runs of sixteen, padded against bank conflicts.
  static constexpr int padded = 17, runs = 16 * padded;
  struct row_memory {
    alignas(16) complex<double> points[tall_points];
    double exchanged[16 * runs + 8];
    complex<double> base[3][4];  ///< powers 1, 2, 4, 8 of u, u^16, u^256
    slot_marks<1> marks;
  };
  struct shared_memory {
    row_memory of_half[2];
    complex<double> roots[4][runs];  ///< entry j + j / 16: exp(-2 pi i 2^p j / 4096)
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    block.phase([&](int thread) {
      for (int i = thread; i < 4 * lanes; i += threads) {
        const int p = i / lanes, j = i % lanes;
        shared.roots[p][j + j / 16] = read_only(a.roots + (4 * j << p & (4 * tall_points - 1)));
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
    /// Moves register q of a thread from put(thread) + q PutStep to get(thread) + q GetStep.
    template <int PutStep, int GetStep, bool InWarp, class Put, class Get>
    GBI_DEVICE void exchange(Half& half, double* memory, Put&& put, Get&& get) {
      const auto barrier = [&](auto&& body) {
        if constexpr (InWarp)
          half.warp_phase(body);
        else
          half.phase(body);
      };
      const auto putting = [&](const auto& part) {
        return [&](int index) {
          const int at = put(recomputed<lanes>(index));
          unroll<16>([&](auto q) { memory[at + q * PutStep] = part[q][index]; });
        };
      };
      const auto getting = [&](auto& part) {
        return [&](int index) {
          const int at = get(recomputed<lanes>(index));
          unroll<16>([&](auto q) { part[q][index] = memory[at + q * GetStep]; });
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
  // Places in the exchange memory for lo = thread % 16 and hi = thread / 16.
  GBI_DEVICE static int across(int t) { return t / 16 * padded + t % 16; }
  GBI_DEVICE static int along(int t) { return t / 16 * runs + t % 16; }
  GBI_DEVICE static int inside(int t) { return t / 16 * runs + t % 16 * padded; }

  template <class Half>
  GBI_DEVICE static void forward(Half& half, row<Half>& x, row_memory& memory,
                                 const complex<double> (&roots)[4][runs]) {
    x.stage(half, [&](int, complex<double>(&z)[16]) {
      merged_butterfly<forth>(z,
                              sixteen_factors<double>::of<forth>([&](int p) { return memory.base[2][p]; }));
    });
    x.template exchange<runs, padded, false>(half, memory.exchanged, across, along);
    x.stage(half, [&](int t, complex<double>(&z)[16]) {
      merged_butterfly<forth>(z, sixteen_factors<double>::of<forth>(
                                     [&](int p) { return roots[p][padded * (t / 16)] * memory.base[1][p]; }));
    });
    x.template exchange<padded, 1, true>(half, memory.exchanged, along, inside);
    x.stage(half, [&](int t, complex<double>(&z)[16]) {
      merged_butterfly<forth>(z, sixteen_factors<double>::of<forth>([&](int p) {
                                return roots[p][t / 16 + padded * (t % 16)] * memory.base[0][p];
                              }));
    });
  }
  template <class Half>
  GBI_DEVICE static void backward(Half& half, row<Half>& x, row_memory& memory,
                                  const complex<double> (&roots)[4][runs]) {
    x.stage(half, [&](int, complex<double>(&z)[16]) { butterfly<16, back>(z); });
    x.template exchange<1, padded, true>(half, memory.exchanged, inside, along);
    x.stage(half, [&](int t, complex<double>(&z)[16]) {
      merged_butterfly<back>(
          z, sixteen_factors<double>::of<back>([&](int p) { return conj(roots[p][padded * (t % 16)]); }));
    });
    x.template exchange<padded, runs, false>(half, memory.exchanged, along, across);
    x.stage(half, [&](int t, complex<double>(&z)[16]) {
      merged_butterfly<back>(z, sixteen_factors<double>::of<back>(
                                    [&](int p) { return conj(roots[p][t % 16 + padded * (t / 16)]); }));
    });
  }

  template <class Half>
  GBI_DEVICE static void work(Half& half, row_memory& memory, const complex<double> (&roots)[4][runs],
                              const arguments& a) {
    std::uint32_t round = 0, at = 2 * half.index() + static_cast<std::uint32_t>(half.number());
    const auto fetch = [&](const complex<double>* from, std::uint32_t which) {
      half.fill_slot(memory.marks, 0, round, memory.points, from + which * a.pitch, sizeof memory.points);
    };
    const auto release = [&] {
      half.release_slot(memory.marks, 0);
      round ^= 1;
    };
    /// The powers of the base of a row, by the first threads.
    const auto find_base = [&](int thread, std::uint32_t which) {
      if (thread >= 12) return;
      const std::uint64_t order = 4 * std::uint64_t{a.rows} * tall_points;
      const std::uint64_t e = (std::uint64_t{4} * tall_frequency(which, a.rows) + 1)
                              << (thread % 4 + 4 * (thread / 4));
      memory.base[thread / 4][thread % 4] = circle_root(a.circle_roots, e % order);
    };
    row<Half> x;
    half.open_slots(memory.marks);
    const complex<double>* const first = Square ? a.a : a.b;
    if (at < a.rows) fetch(first, at);
    half.phase([&](int thread) { find_base(thread, at); });
    while (at < a.rows) {
      const std::uint32_t next = at + 2 * a.blocks;
      half.template await_slot<0>(memory.marks, 0, round);
      half.take_turn();
      half.lone_phase([&](int index) {
        const int t = recomputed<lanes>(index);
        unroll<16>([&](auto q) { x.set(q, index, memory.points[t + q * lanes]); });
      });
      release();
      half.pass_turn();
      if constexpr (Square) {
        if (next < a.rows) fetch(first, next);
        forward(half, x, memory, roots);
        x.stage(half, [&](int, complex<double>(&z)[16]) { unroll<16>([&](auto q) { z[q] = z[q] * z[q]; }); });
      } else {
        fetch(a.a, at);
        forward(half, x, memory, roots);
        half.template await_slot<0>(memory.marks, 0, round);
        half.take_turn();
        half.lone_phase([&](int index) {
          const int t = recomputed<lanes>(index);
          unroll<16>([&](auto q) {
            const complex<double> arrived = memory.points[t + q * lanes];
            memory.points[t + q * lanes] = x.get(q, index);
            x.set(q, index, arrived);
          });
        });
        half.pass_turn();
        forward(half, x, memory, roots);
        half.take_turn();
        half.lone_phase([&](int index) {
          const int t = recomputed<lanes>(index);
          unroll<16>([&](auto q) { x.set(q, index, x.get(q, index) * memory.points[t + q * lanes]); });
        });
        release();
        half.pass_turn();
        if (next < a.rows) fetch(first, next);
      }
      backward(half, x, memory, roots);
      // Its barriers come after the last use of this row's base.
      half.lone_phase([&](int index) { find_base(index, next); });
      half.lone_phase([&](int index) {
        const int t = recomputed<lanes>(index);
        complex<double>* const to = a.product + tall_piece(at, static_cast<std::uint32_t>(t), a.pitch);
        unroll<16>([&](auto q) { write_once(to + 2 * q * lanes, x.get(q, index)); });
      });
      at = next;
    }
  }
};

}  // namespace gbi::kernels
