/// \file
/// The pass between the spectrum of N real numbers and the spectrum of N/2 complex numbers z_j = x_2j + i
/// x_2j+1, which are the same numbers in memory.
///
/// Let h = N/2, Z the transform of z, and w = exp(-2 pi i / N). The even and the odd numbers have the
/// transforms E_k = (Z_k + conj Z_(h-k)) / 2 and O_k = -i (Z_k - conj Z_(h-k)) / 2. Then X_k = E_k + w^k O_k
/// and X_(h-k) = conj(E_k - w^k O_k). One thread handles both k and h - k, so the pass can be in place.
/// Backward, Z_k = E_k + i O_k with twice these values, E_k = X_k + conj X_(h-k) and O_k = w^-k (X_k - conj
/// X_(h-k)). So the inverse yields N times the numbers.
///
/// Reads and writes 16 bytes per complex number in double precision, 8 in single.
/// Source: the thesis' Real-ID (A. Perez Dieguez, 2018); J. W. Cooley et al., "The fast Fourier transform
/// algorithm" (1970).
#pragma once

#include "kernels/fft/twiddle.hpp"
#include "kernels/model/kernel.hpp"

namespace gbi::kernels {

/// The values of the frequencies k and h - k.
template <class Real>
struct frequency_pair {
  complex<Real> x, y;
};

/// Forward: X_k and X_(h-k) from Z_k and Z_(h-k). Backward: twice the latter. rounding.md: real spectra
template <direction Direction, class Real>
GBI_DEVICE frequency_pair<Real> real_pair(complex<Real> z, complex<Real> mirrored, complex<Real> root) {
  const complex<Real> sum = z + conj(mirrored), difference = z - conj(mirrored);
  if constexpr (Direction == direction::forward) {
    const Real half = Real{1} / 2;
    const complex<Real> even = sum * half;
    const complex<Real> odd = quarter_turn<direction::forward>(difference) * root * half;
    return {even + odd, conj(even - odd)};
  } else {
    const complex<Real> odd = quarter_turn<direction::backward>(difference) * conj(root);
    return {sum + odd, conj(sum - odd)};
  }
}

template <class Real, direction Direction>
struct real_spectrum_kernel : kernel<real_spectrum_arguments<Real>, 256, 4> {
  using real_spectrum_kernel::kernel::threads;

  /// Short problems share a block.
  GBI_BOTH static constexpr std::uint32_t problems_per_block(std::uint64_t half) {
    return half < threads ? static_cast<std::uint32_t>(threads / half) : 1;
  }

  /// There is a thread for every position; the thread of the smaller of k and h - k does the work. So
  /// neighbouring threads read neighbouring values, in either order.
  template <class Block>
  GBI_DEVICE static void run(Block& block, no_shared_memory&, const real_spectrum_arguments<Real>& a) {
    block.phase([&](int thread) {
      const auto t = static_cast<std::uint32_t>(thread);
      const bool shared = a.half < threads;
      const auto half = static_cast<std::uint32_t>(a.half);
      const std::uint32_t problem =
          shared ? block.batch() * problems_per_block(a.half) + t / half : block.batch();
      const std::uint64_t at = shared ? t % half : std::uint64_t{block.index()} * threads + t;
      if (at >= a.half || (shared && t / half >= problems_per_block(a.half)) || problem >= a.batch) return;
      const complex<Real>* in = a.in.at + problem * a.in.stride;
      complex<Real>* out = a.out.at + problem * a.out.stride;
      const std::uint64_t k = frequency_of(a.order, at), partner = a.half - k;
      if (k > partner) return;
      if (k == 0) {
        ends(a, in, out);
      } else {
        const std::uint64_t there = position_of(a.order, partner);
        const auto [x, y] = real_pair<Direction>(in[at], in[there], circle_root(a.circle_roots, 2 * k));
        out[at] = x;
        out[there] = y;
      }
    });
  }

 private:
  /// The real frequencies 0 and N/2.
  GBI_DEVICE static void ends(const real_spectrum_arguments<Real>& a, const complex<Real>* in,
                              complex<Real>* out) {
    if constexpr (Direction == direction::forward) {
      const complex<Real> z = in[0];
      out[0] = {z.re + z.im, 0};
      out[a.half] = {z.re - z.im, 0};
    } else {
      const Real first = in[0].re, last = in[a.half].re;
      out[0] = {first + last, first - last};
    }
  }
};

}  // namespace gbi::kernels
