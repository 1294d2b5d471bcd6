/// \file
/// The middle of a cyclic square of N real numbers that are transformed as N/2 complex ones: the spectrum of
/// the real numbers, its square, and the spectrum of complex numbers again, in one pass.
/// fft/real_spectrum.hpp explains the steps.
///
/// Reads and writes 16 bytes per complex number.
#pragma once

#include "kernels/fft/real_spectrum.hpp"
#include "kernels/mersenne/arguments.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

struct spectrum_square_kernel : map_kernel<spectrum_square_kernel, spectrum_square_arguments> {
  GBI_BOTH static std::uint64_t count(const arguments& a) { return a.half; }

  /// There is a thread for every position; of k and h - k, the thread of the smaller one does the work.
  GBI_DEVICE static void run_at(const arguments& a, std::uint64_t at) {
    const std::uint64_t k = frequency_of(a.order, at), partner = a.half - k;
    if (k > partner) return;
    if (k == 0) {
      const complex<double> z = a.data[0];
      const double first = (z.re + z.im) * (z.re + z.im), last = (z.re - z.im) * (z.re - z.im);
      a.data[0] = {first + last, first - last};
    } else {
      const std::uint64_t there = position_of(a.order, partner);
      const complex<double> root = turn(a.turns, 2 * k);
      const auto spectrum = real_pair<direction::forward>(a.data[at], a.data[there], root);
      const auto square =
          real_pair<direction::backward>(spectrum.x * spectrum.x, spectrum.y * spectrum.y, root);
      a.data[at] = square.x;
      a.data[there] = square.y;
    }
  }
};

}  // namespace gbi::kernels
