/// \file
/// Discrete Fourier transforms of one block: `Count` transforms of `Points` points, sixteen points a thread.
///
/// Decimation in frequency forward. A stage works on sub-transforms of length L (Points, Points/16, ...): the
/// thread holds the points i = q L/16 + t for q = 0..15, replaces them by their 16-point transform over q,
/// multiplies by the twiddles exp(-2 pi i t q / L) and leaves the 16 sub-transforms of length L/16 to the
/// next stage. A last stage of radix 2, 4 or 8 does several small transforms a thread. Everything is in
/// place, so the result at position p belongs to the frequency whose base-16 digits are those of p in reverse
/// order:
///
///     Points = 64          position 0..63 --> digits (a b), a < 16, b < 4 --> frequency a + 16 b
///     stage 0, radix 16    registers run over a, threads over b
///     exchange             through shared memory, in place
///     stage 1, radix 4     registers run over (two bits of a, b)
///
/// Backward the same stages run in the opposite order with conjugate twiddles (decimation in time), from
/// reversed order back to natural order, so nobody ever reorders.
///
/// One barrier a stage: a thread writes back to the positions it has read.
#pragma once

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
  static_assert(Points >= 16 && (Points & (Points - 1)) == 0 && Points <= block_roots);
  static constexpr int lanes = Points / points_per_thread;  ///< threads of one transform
  static constexpr int threads = lanes * Count;

  static constexpr int log2_points = [] {
    int k = 0;
    while ((1 << k) < Points) ++k;
    return k;
  }();
  static constexpr int stages = (log2_points + 3) / 4;
  static constexpr int last = stages - 1;

  static constexpr int length(int stage) { return Points >> (4 * stage); }
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
    int frequency = 0, weight = 1;
    const int position = lane * 16;
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

  /// load(thread, x) fills x[q] with the point at position<0>(lane, q); store(thread, x) takes the result at
  /// position<last>(lane, q). `roots` is the table of block_roots entries.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void forward(Block& block, shared_memory& shared, const complex<Real>* roots, Load&& load,
                                 Store&& store) {
    unroll<stages>([&](auto stage) GBI_INLINE {
      block.phase([&](int thread) GBI_INLINE {
        complex<Real> x[16];
        if constexpr (stage == 0)
          load(thread, x);
        else
          read<stage>(shared, thread, x);
        transform<direction::forward, stage>(x);
        if constexpr (stage == last) {
          store(thread, x);
        } else {
          twiddle<direction::forward, stage>(roots, thread, x);
          write<stage>(shared, thread, x);
        }
      });
    });
  }

  /// The inverse of forward times Points: load at position<last>, store at position<0>.
  template <class Block, class Load, class Store>
  GBI_DEVICE static void backward(Block& block, shared_memory& shared, const complex<Real>* roots,
                                  Load&& load, Store&& store) {
    unroll<stages>([&](auto step) GBI_INLINE {
      constexpr int stage = last - step;
      block.phase([&](int thread) GBI_INLINE {
        complex<Real> x[16];
        if constexpr (stage == last) {
          load(thread, x);
        } else {
          read<stage>(shared, thread, x);
          twiddle<direction::backward, stage>(roots, thread, x);
        }
        transform<direction::backward, stage>(x);
        if constexpr (stage == 0)
          store(thread, x);
        else
          write<stage>(shared, thread, x);
      });
    });
  }

 private:
  template <int Stage>
  GBI_DEVICE static int address(int thread, int q) {
    const int at = position<Stage>(lane(thread), q);
    return Arrangement == arrangement::columns ? padded(at) * Count + which(thread)
                                               : padded(which(thread) * Points + at);
  }
  template <int Stage>
  GBI_DEVICE static void write(shared_memory& shared, int thread, const complex<Real> (&x)[16]) {
    unroll<16>([&](auto q) GBI_INLINE {
      const int at = address<Stage>(thread, q);
      shared.re[at] = x[q].re;
      shared.im[at] = x[q].im;
    });
  }
  template <int Stage>
  GBI_DEVICE static void read(const shared_memory& shared, int thread, complex<Real> (&x)[16]) {
    unroll<16>([&](auto q) GBI_INLINE {
      const int at = address<Stage>(thread, q);
      x[q] = {shared.re[at], shared.im[at]};
    });
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
