/// \file
/// Discrete Fourier transforms of rows of numbers by one block, of up to 4096 complex or 8192 real numbers
/// (kernels/fft/block_fft.hpp).
#pragma once

#include "gpu_bigint/device/warp.cuh"
#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/real_spectrum.hpp"
#include "kernels/fft/shared_spectrum.hpp"

namespace gbi::device {

using kernels::complex;  ///< re and im, with + - * and conj()

/// The transforms X_k = sum_j x_j exp(-2 pi i j k / N) of rows, and their inverses times N. Spectra stay in
/// the registers of the threads, between a forward and a backward transform or for good.
///
/// Functions of the user get the row in the block, from 0 to Rows - 1, and the index of a point or frequency
/// in the row. `roots` are those of transform_roots() (launch.cuh), in memory of the device.
///
/// \tparam Real float or double
/// \tparam Points the complex numbers of a row, a power of two from 32 to 4096. For transforms of real
/// numbers, half of them.
/// \tparam Rows the rows of a block, Points / 16 threads each: at most a warp or whole warps together
template <class Real, int Points, int Rows = Points<1024 ? 1024 / Points : 1> class transform {
  using body = kernels::block_fft<Points, Rows, Real, kernels::arrangement::rows>;
  static_assert(Points >= 32 && (Points & (Points - 1)) == 0);

 public:
  /// The threads of a block.
  static constexpr int threads = body::threads;
  static_assert(threads <= kernels::warp_threads || threads % kernels::warp_threads == 0);
  /// The blocks that have enough registers on one multiprocessor.
  static constexpr int blocks_of_multiprocessor = (sizeof(Real) == 8 ? 512 : 768) / threads;
  /// Shared memory of a block.
  using memory = typename body::shared_memory;
  /// The base of a kernel with this memory.
  template <class Arguments>
  using kernel = device::kernel<Arguments, threads, blocks_of_multiprocessor, memory>;
  /// A point or a frequency.
  using number = complex<Real>;

  /// The frequencies of all rows, 16 in the registers of each thread. each() accesses them.
  template <class Block>
  struct spectrum {
    per_thread<Block, Real> re[body::radix];  ///< real parts
    per_thread<Block, Real> im[body::radix];  ///< imaginary parts
  };

  /// x = the transform of load(row, j).
  template <class Block, class Load>
  GBI_DEVICE static void forward(Block& block, memory& shared, const number* roots, spectrum<Block>& x,
                                 Load&& load) {
    body::forward(block, shared, {roots, nullptr}, points_by(load),
                  [&](int row, int lane, number(&z)[body::radix]) {
                    kernels::unroll<body::radix>([&](auto q) { set(x, row * body::lanes + lane, q, z[q]); });
                  });
  }
  /// Calls store(row, j, z) with the inverse of x, times N.
  template <class Block, class Store>
  GBI_DEVICE static void backward(Block& block, memory& shared, const number* roots, const spectrum<Block>& x,
                                  Store&& store) {
    body::backward(
        block, shared, {roots, nullptr},
        [&](int row, int lane, number(&z)[body::radix]) {
          kernels::unroll<body::radix>([&](auto q) { z[q] = at(x, row * body::lanes + lane, q); });
        },
        [&](int, int row) { return [&store, row](int j, number z) { store(row, j, z); }; });
  }

  /// x = the transform of 2 Points real numbers, of which load(row, j) has the numbers 2j and 2j + 1 as its
  /// parts. Frequency k is at k, from 1 to Points - 1. The others are real: frequencies 0 and Points are the
  /// parts of x at 0.
  template <class Block, class Load>
  GBI_DEVICE static void forward_real(Block& block, memory& shared, const number* roots, spectrum<Block>& x,
                                      Load&& load) {
    kernels::forward_to_shared<body>(block, shared, {roots, nullptr}, x.re, x.im, points_by(load));
    each(block, x, [&](int row, int k, number& z) {
      const auto [sum, mirrored] = kernels::real_pair<kernels::direction::forward>(
          z, mirror(shared, row, -k & (Points - 1)), root(roots, k));
      z = {sum.re, k == 0 ? mirrored.re : sum.im};
    });
  }
  /// Calls store(row, j, z) with numbers 2j and 2j + 1 of the inverse of forward_real, times 2 Points.
  /// Changes x.
  template <class Block, class Store>
  GBI_DEVICE static void backward_real(Block& block, memory& shared, const number* roots, spectrum<Block>& x,
                                       Store&& store) {
    each(block, x, [&](int row, int k, number& z) {
      shared.re[body::address(row, k)] = z.re;
      shared.im[body::address(row, k)] = z.im;
    });
    each(block, x, [&](int row, int k, number& z) {
      const number here = k == 0 ? number{z.re, 0} : z;
      const number there = k == 0 ? number{z.im, 0} : mirror(shared, row, Points - k);
      z = kernels::real_pair<kernels::direction::backward>(here, there, root(roots, k)).x;
    });
    backward(block, shared, roots, x, store);
  }

  /// Calls change(row, k, z) for all frequencies, in one phase. z is a reference.
  template <class Block, class Change>
  GBI_DEVICE static void each(Block& block, spectrum<Block>& x, Change&& change) {
    block.phase([&](int thread) {
      const int row = thread / body::lanes, lane = thread % body::lanes;
      kernels::unroll<body::radix>([&](auto q) {
        number z = at(x, thread, q);
        change(row, lane + q * body::lanes, z);
        set(x, thread, q, z);
      });
    });
  }

 private:
  template <class Load>
  GBI_DEVICE static auto points_by(Load& load) {
    return [&load](int, int row) { return [&load, row](int j) { return load(row, j); }; };
  }
  template <class Block>
  GBI_DEVICE static number at(const spectrum<Block>& x, int thread, int q) {
    return {x.re[q][thread], x.im[q][thread]};
  }
  template <class Block>
  GBI_DEVICE static void set(spectrum<Block>& x, int thread, int q, number z) {
    x.re[q][thread] = z.re;
    x.im[q][thread] = z.im;
  }
  /// Frequency k of a row in shared memory.
  GBI_DEVICE static number mirror(const memory& shared, int row, int k) {
    return {shared.re[body::address(row, k)], shared.im[body::address(row, k)]};
  }
  /// exp(-2 pi i k / 2 Points), from the circle behind the roots of the stages.
  GBI_DEVICE static number root(const number* roots, int k) {
    constexpr int longest = kernels::stage_roots::longest;
    return kernels::read_only(roots + kernels::stage_roots::size + k * (longest / Points));
  }
};

}  // namespace gbi::device
