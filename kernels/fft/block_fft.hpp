/// \file
/// Discrete Fourier transforms of one block: `Count` transforms of `Points` points, sixteen points a thread.
///
/// Decimation in frequency forward. A stage works on sub-transforms of length L (Points, Points/16, ...): the
/// thread holds the points i = q L/16 + t for q = 0..15, replaces them by their 16-point transform over q,
/// multiplies by the twiddles exp(-2 pi i t q / L) and leaves the 16 sub-transforms of length L/16 to the
/// next stage. A last stage of radix 2, 4 or 8 does several small transforms a thread. Everything is in
/// place, so the result at position p belongs to the frequency whose digits are those of p in reverse order:
///
///     Points = 64          position 0..63 --> digits (a b), a < 16, b < 4 --> frequency a + 16 b
///     stage 0, radix 16    registers run over a, threads over b
///     exchange             through shared memory, in place
///     stage 1, radix 4     registers run over (two bits of a, b)
///
/// Points may have a factor m of 3, 5, 7, 9 or 15; then a stage of radix m comes before the others, with as
/// many transforms a thread as it takes.
///
/// Backward the same stages run in the opposite order with conjugate twiddles (decimation in time), from
/// reversed order back to natural order, so nobody ever reorders.
///
/// One barrier a stage: a thread writes back to the positions it has read.
#pragma once

#include "kernels/fft/odd_butterfly.hpp"
#include "kernels/fft/twiddle.hpp"
#include "kernels/model/block.hpp"

namespace gbi::kernels {

inline constexpr int points_per_thread = 16;

/// How the transforms of a block lie beside each other.
enum class arrangement {
  columns,  ///< transform c is column c: neighbouring threads work on neighbouring columns
  rows      ///< one after the other: neighbouring threads work on neighbouring points
};

template <int Points, int Count, arrangement Arrangement, class Real>
struct block_fft {
  static constexpr int lanes = Points / points_per_thread;  ///< threads of one transform
  static constexpr int threads = lanes * Count;

  /// Points = odd * binary.
  static constexpr int odd = [] {
    int m = Points;
    while (m % 2 == 0) m /= 2;
    return m;
  }();
  static constexpr int binary = Points / odd;
  static_assert(binary >= 16 && binary <= block_roots);
  static_assert(odd == 1 || odd == 3 || odd == 5 || odd == 7 || odd == 9 || odd == 15);

  static constexpr int log2_binary = [] {
    int k = 0;
    while ((1 << k) < binary) ++k;
    return k;
  }();
  static constexpr int stages = (log2_binary + 3) / 4;  ///< after the odd one
  static constexpr int last = stages - 1;

  static constexpr int length(int stage) { return binary >> (4 * stage); }
  static constexpr int radix(int stage) { return length(stage) < 16 ? length(stage) : 16; }

  // One word in sixteen is padding: the last stage reads with stride 16, which would hit one bank.
  static constexpr int padded(int position) { return position + position / 16; }
  struct shared_memory {
    Real re[padded(Points * Count)];
    Real im[padded(Points * Count)];
  };

  /// Which of the block's transforms a thread works on, and as which of its lanes.
  GBI_DEVICE static int which(int thread) {
    return Arrangement == arrangement::columns ? thread % Count : thread / lanes;
  }
  GBI_DEVICE static int lane(int thread) {
    return Arrangement == arrangement::columns ? thread / Count : thread % lanes;
  }

  /// Position of register q of a lane in the given stage.
  template <int Stage>
  GBI_DEVICE static int position(int lane, int q) {
    constexpr int step = length(Stage) / 16;
    if constexpr (step >= 1)
      return (lane / step) * length(Stage) + q * step + lane % step;
    else
      return lane * 16 + q;
  }

  /// Frequency of register q of a lane after the last stage: first_frequency(lane) + high_frequency(q / 4)
  /// + low_frequency(q % 4).
  GBI_DEVICE static int first_frequency(int lane) {
    const int position = lane * 16;
    int frequency = position / binary, weight = odd;
    for (int stage = 0; stage < stages; ++stage) {
      const int below = length(stage) / radix(stage);
      frequency += (position / below) % radix(stage) * weight;
      weight *= radix(stage);
    }
    return frequency;
  }
  static constexpr int register_frequency(int q) {
    constexpr int r = radix(last);
    constexpr int weight_of_last = Points / r;
    constexpr int weight_before =
        weight_of_last / 16;  // of the digit before, whose low bits q holds when r < 16
    return q / r * weight_before + q % r * weight_of_last;
  }
  static constexpr int high_frequency(int h) { return register_frequency(4 * h); }
  static constexpr int low_frequency(int l) { return register_frequency(l); }

  /// Tables of roots: `binary` has block_roots entries; `whole`, of order Points, is read for odd factors
  /// only.
  struct root_tables {
    const complex<Real>* binary;
    const complex<Real>* whole;
  };

  /// load(which)(position) is the point at a position of a transform; store(thread, x) takes the result, x[q]
  /// being that at position<last>(lane, q).
  template <class Block, class Load, class Store>
  GBI_DEVICE static void forward(Block& block, shared_memory& shared, const root_tables& roots, Load&& load,
                                 Store&& store) {
    if constexpr (odd > 1)
      block.phase([&](int thread) GBI_INLINE {
        const auto point = load(which(thread));
        for_odd_butterflies(thread, [&](int t) GBI_INLINE {
          complex<Real> x[odd];
          unroll<odd>([&](auto q) GBI_INLINE { x[q] = point(q * binary + t); });
          odd_butterfly<odd, direction::forward>(x);
          unroll<odd>([&](auto q) GBI_INLINE {
            put(shared, thread, q * binary + t, q == 0 ? x[q] : x[q] * read_only(roots.whole + q * t));
          });
        });
      });
    unroll<stages>([&](auto stage) GBI_INLINE {
      block.phase([&](int thread) GBI_INLINE {
        complex<Real> x[16];
        if constexpr (stage == 0 && odd == 1) {
          const auto point = load(which(thread));
          unroll<16>([&](auto q) GBI_INLINE { x[q] = point(position<0>(lane(thread), q)); });
        } else {
          read<stage>(shared, thread, x);
        }
        transform<direction::forward, stage>(x);
        if constexpr (stage == last) {
          store(thread, x);
        } else {
          twiddle<direction::forward, stage>(roots.binary, thread, x);
          write<stage>(shared, thread, x);
        }
      });
    });
  }

  /// The inverse of forward times Points: load(thread, x) fills x from position<last>, store(which)(position,
  /// z) takes the results.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void backward(Block& block, shared_memory& shared, const root_tables& roots, Load&& load,
                                  Store&& store) {
    unroll<stages>([&](auto step) GBI_INLINE {
      constexpr int stage = last - step;
      block.phase([&](int thread) GBI_INLINE {
        complex<Real> x[16];
        if constexpr (stage == last) {
          load(thread, x);
        } else {
          read<stage>(shared, thread, x);
          twiddle<direction::backward, stage>(roots.binary, thread, x);
        }
        transform<direction::backward, stage>(x);
        if constexpr (stage == 0 && odd == 1) {
          const auto result = store(which(thread));
          unroll<16>([&](auto q) GBI_INLINE { result(position<0>(lane(thread), q), x[q]); });
        } else {
          write<stage>(shared, thread, x);
        }
      });
    });
    if constexpr (odd > 1)
      block.phase([&](int thread) GBI_INLINE {
        const auto result = store(which(thread));
        for_odd_butterflies(thread, [&](int t) GBI_INLINE {
          complex<Real> x[odd];
          unroll<odd>([&](auto q) GBI_INLINE {
            x[q] = get(shared, thread, q * binary + t);
            if constexpr (q != 0) x[q] = x[q] * conj(read_only(roots.whole + q * t));
          });
          odd_butterfly<odd, direction::backward>(x);
          unroll<odd>([&](auto q) GBI_INLINE { result(q * binary + t, x[q]); });
        });
      });
  }

 private:
  /// The odd stage's transforms of a thread: points t, binary + t, 2 binary + t, ...
  template <class Body>
  GBI_DEVICE static void for_odd_butterflies(int thread, Body&& body) {
    unroll<(binary + lanes - 1) / lanes>([&](auto round) GBI_INLINE {
      const int t = lane(thread) + round * lanes;
      if ((round + 1) * lanes <= binary || t < binary) body(t);
    });
  }

  GBI_DEVICE static int address(int thread, int position) {
    return Arrangement == arrangement::columns ? padded(position) * Count + which(thread)
                                               : padded(which(thread) * Points + position);
  }
  GBI_DEVICE static void put(shared_memory& shared, int thread, int position, complex<Real> z) {
    const int at = address(thread, position);
    shared.re[at] = z.re;
    shared.im[at] = z.im;
  }
  GBI_DEVICE static complex<Real> get(const shared_memory& shared, int thread, int position) {
    const int at = address(thread, position);
    return {shared.re[at], shared.im[at]};
  }
  template <int Stage>
  GBI_DEVICE static void write(shared_memory& shared, int thread, const complex<Real> (&x)[16]) {
    unroll<16>([&](auto q) GBI_INLINE { put(shared, thread, position<Stage>(lane(thread), q), x[q]); });
  }
  template <int Stage>
  GBI_DEVICE static void read(const shared_memory& shared, int thread, complex<Real> (&x)[16]) {
    unroll<16>([&](auto q) GBI_INLINE { x[q] = get(shared, thread, position<Stage>(lane(thread), q)); });
  }
  template <direction Direction, int Stage>
  GBI_DEVICE static void transform(complex<Real> (&x)[16]) {
    constexpr int r = radix(Stage);
    unroll<16 / r>([&](auto group) GBI_INLINE { butterfly<r, Direction, group * r>(x); });
  }
  template <direction Direction, int Stage>
  GBI_DEVICE static void twiddle(const complex<Real>* roots, int thread, complex<Real> (&x)[16]) {
    constexpr int step = length(Stage) / 16;
    apply_powers<Direction>(x, roots,
                            static_cast<std::uint32_t>(lane(thread) % step * (block_roots / length(Stage))));
  }
};

}  // namespace gbi::kernels
