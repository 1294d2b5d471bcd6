/// \file
/// Transforms of any length 2^k {1, 3, 5, 7, 9, 15} that fits in shared memory: short lengths, and lengths
/// with an odd factor for which rows_kernel has no instance. A single kernel takes the radices as data.
/// Between stages, all points are in shared memory, and a stage is a loop over its butterflies.
///
/// Both directions are decimations in frequency with natural order on both sides: the results are read from
/// shared memory in digit-reversed order.
///
/// Reads and writes 16 bytes per point in double precision, 8 in single.
#pragma once

#include "kernels/fft/odd_butterfly.hpp"
#include "kernels/fft/right_angle.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// Points per block, in one or several transforms.
inline constexpr int mixed_rows_points = 4096;
inline constexpr int mixed_rows_threads = 256;

template <class Real, direction Direction>
struct mixed_rows_kernel : kernel<mixed_rows_arguments<Real>, mixed_rows_threads, 2> {
  struct shared_memory {
    complex<Real> point[mixed_rows_points];
  };

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const mixed_rows_arguments<Real>& a) {
    const std::uint32_t first = block.index() * a.problems_per_block;
    const std::uint32_t left = a.batch - first;
    const std::uint32_t total = (left < a.problems_per_block ? left : a.problems_per_block) * a.points;

    block.phase([&](int thread) {
      for (auto e = static_cast<std::uint32_t>(thread); e < total; e += mixed_rows_threads)
        shared.point[e] = load(a, first + e / a.points, e % a.points);
    });
    std::uint32_t length = a.points;
    for (std::uint32_t stage = 0; stage < a.radices.count; ++stage) {
      const std::uint32_t radix = a.radices.radix[stage];
      run_stage_of<2, 3, 4, 5, 7, 8, 9, 15, 16>(radix, block, shared, a, length, total);
      length /= radix;
    }
    block.phase([&](int thread) {
      for (auto e = static_cast<std::uint32_t>(thread); e < total; e += mixed_rows_threads) {
        const std::uint32_t k = e % a.points;
        store(a, first + e / a.points, k, shared.point[e - k + position_of(a, k)]);
      }
    });
  }

 private:
  GBI_DEVICE static complex<Real> load(const mixed_rows_arguments<Real>& a, std::uint32_t g,
                                       std::uint32_t j) {
    if (Direction == direction::forward && a.right_angle)
      return folded(a.real_in.at + g * a.real_in.stride + j, a.points) * circle_root(a.circle_roots, j);
    return a.in.at[g * a.in.stride + j];
  }
  GBI_DEVICE static void store(const mixed_rows_arguments<Real>& a, std::uint32_t g, std::uint32_t j,
                               complex<Real> z) {
    if (Direction == direction::backward && a.right_angle)
      unfold(a.real_out.at + g * a.real_out.stride + j, a.points, z * conj(circle_root(a.circle_roots, j)));
    else
      a.out.at[g * a.out.stride + j] = z;
  }

  /// Runs the stage of the given radix.
  template <int... Radix, class Block>
  GBI_DEVICE static void run_stage_of(std::uint32_t radix, Block& block, shared_memory& shared,
                                      const mixed_rows_arguments<Real>& a, std::uint32_t length,
                                      std::uint32_t total) {
    static_cast<void>(((radix == Radix && (run_stage<Radix>(block, shared, a, length, total), true)) || ...));
  }

  /// All butterflies of a stage with sub-transforms of the given length.
  template <int Radix, class Block>
  GBI_DEVICE static void run_stage(Block& block, shared_memory& shared, const mixed_rows_arguments<Real>& a,
                                   std::uint32_t length, std::uint32_t total) {
    const std::uint32_t step = length / Radix;
    block.phase([&](int thread) {
      for (auto b = static_cast<std::uint32_t>(thread); b < total / Radix; b += mixed_rows_threads) {
        const std::uint32_t t = b % step;
        complex<Real>* at = shared.point + (b / step * length + t);
        complex<Real> x[Radix];
        unroll<Radix>([&](auto q) { x[q] = at[q * step]; });
        if constexpr (Radix % 2 == 0)
          butterfly<Radix, Direction>(x);
        else
          odd_butterfly<Radix, Direction>(x);
        at[0] = x[0];
        unroll<Radix - 1>([&](auto i) {
          constexpr int q = i + 1;
          const complex<Real> root = read_only(a.roots + t * q * (a.points / length));
          at[q * step] = x[q] * (Direction == direction::forward ? root : conj(root));
        });
      }
    });
  }

  /// The position of frequency k after the stages: its digits in reverse order.
  GBI_DEVICE static std::uint32_t position_of(const mixed_rows_arguments<Real>& a, std::uint32_t k) {
    std::uint32_t position = 0;
    for (std::uint32_t stage = 0; stage < a.radices.count; ++stage) {
      const std::uint32_t radix = a.radices.radix[stage];
      position = position * radix + k % radix;
      k /= radix;
    }
    return position;
  }
};

}  // namespace gbi::kernels
