/// \file
/// Rows whose threads need the frequencies of other threads, such as mirror images.
#pragma once

#include "kernels/model/block.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/complex.hpp"

namespace gbi::kernels {

/// Inside one block: transforms rows. A thread keeps its frequencies lane + q lanes, and all frequencies are
/// in shared memory, at Fft::address().
template <class Fft, class Block, class Load>
GBI_DEVICE void forward_to_shared(Block& block, typename Fft::shared_memory& shared,
                                  const typename Fft::root_tables& roots,
                                  per_thread<Block, typename Fft::real> (&re)[Fft::radix],
                                  per_thread<Block, typename Fft::real> (&im)[Fft::radix], Load&& load) {
  using Real = typename Fft::real;
  constexpr int radix = Fft::radix, lanes = Fft::lanes;
  Fft::forward(block, shared, roots, load, [&](int which, int lane, complex<Real>(&x)[radix]) {
    const int thread = which * lanes + lane;
    unroll<radix>([&](auto q) {
      re[q][thread] = x[q].re;
      im[q][thread] = x[q].im;
    });
  });
  block.template grid_phase<Fft::transforms, lanes>([&](int which, int lane) {
    const int thread = which * lanes + lane;
    unroll<radix>([&](auto q) {
      const int at = Fft::address(which, lane + q * lanes);
      shared.re[at] = re[q][thread];
      shared.im[at] = im[q][thread];
    });
  });
}

}  // namespace gbi::kernels
