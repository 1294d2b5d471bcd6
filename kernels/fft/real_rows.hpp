/// \file
/// Transforms of rows of 2 `Points` real numbers in one pass: the transform of `Points` complex numbers in a
/// block, and the pass over its spectrum (real_spectrum.hpp), whose pairs of frequencies meet in shared
/// memory.
///
/// Reads and writes 16 bytes per complex number in double precision, 8 in single.
#pragma once

#include "kernels/fft/block_fft.hpp"
#include "kernels/fft/policy.hpp"
#include "kernels/fft/real_spectrum.hpp"
#include "kernels/fft/shared_spectrum.hpp"

namespace gbi::kernels {

template <class Real, int Points, direction Direction, block_policy Policy = rows_policy<Real>(Points, false)>
struct real_rows_kernel {
  using arguments = real_rows_arguments<Real>;
  static constexpr int rows_of_block = Policy.transforms;
  using fft =
      block_fft<Points, rows_of_block, Real, arrangement::rows, arrangement::rows, Policy.radix, Policy.of>;
  using shared_memory = typename fft::shared_memory;
  static constexpr int threads = fft::threads;
  static constexpr int blocks_per_multiprocessor = Policy.blocks;

  template <class Block>
  GBI_DEVICE static void run(Block& block, shared_memory& shared, const arguments& a) {
    const typename fft::root_tables roots{a.roots, nullptr};
    const auto row_of = [&](int which) {
      return block.index() * rows_of_block + static_cast<std::uint32_t>(which);
    };
    // Threads without a row of their own read the last one.
    const auto from = [&](int which) {
      const std::uint32_t row = row_of(which);
      return a.in.at + (row < a.batch ? row : a.batch - 1) * a.in.stride;
    };
    const auto to = [&](int which) { return a.out.at + row_of(which) * a.out.stride; };
    if constexpr (Direction == direction::forward) {
      per_thread<Block, Real> re[fft::radix], im[fft::radix];
      forward_to_shared<fft>(block, shared, roots, re, im,
                             [&](int, int which) { return [at = from(which)](int j) { return at[j]; }; });
      block.template grid_phase<rows_of_block, fft::lanes>([&](int which, int lane) {
        if (row_of(which) >= a.batch) return;
        const int thread = which * fft::lanes + lane;
        complex<Real>* const out = to(which);
        unroll<fft::radix>([&](auto q) {
          const int k = lane + q * fft::lanes, mirror = fft::address(which, -k & (Points - 1));
          const auto [x, y] =
              real_pair<Direction>(complex<Real>{re[q][thread], im[q][thread]},
                                   {shared.re[mirror], shared.im[mirror]}, read_only(a.circle_roots + k));
          out[k] = x;
          if (k == 0) out[Points] = y;
        });
      });
    } else {
      const auto load = [&](int which, int lane, complex<Real>(&x)[fft::radix]) {
        const complex<Real>* const in = from(which);
        unroll<fft::radix>([&](auto q) {
          const int k = lane + q * fft::lanes;
          complex<Real> z = in[k], mirrored = in[Points - k];
          if (k == 0) z.im = mirrored.im = 0;  // these frequencies are real
          x[q] = real_pair<Direction>(z, mirrored, read_only(a.circle_roots + k)).x;
        });
      };
      const auto store = [&](int, int which) {
        return [exists = row_of(which) < a.batch, out = to(which)](int j, complex<Real> z) {
          if (exists) out[j] = z;
        };
      };
      fft::backward(block, shared, roots, load, store);
    }
  }
};

}  // namespace gbi::kernels
