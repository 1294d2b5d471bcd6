/// \file
/// Roots of unity: tables, and how a thread computes its sixteen twiddles from few look-ups.
#pragma once

#include <cstdint>

#include "kernels/fft/butterfly.hpp"
#include "kernels/model/read_only.hpp"

namespace gbi::kernels {

/// A root from the two entries of a circle's tables. rounding.md: turns
template <class Real>
GBI_DEVICE complex<Real> circle_root(complex<Real> coarse, complex<Real> fine) {
  return coarse + coarse * fine;
}

/// exp(-2 pi i e / order); see circle.
template <class Real>
GBI_DEVICE complex<Real> circle_root(const circle<Real>& circle_roots, std::uint64_t e) {
  return circle_root(read_only(circle_roots.coarse + (e >> circle_roots.fine_bits)),
                     read_only(circle_roots.fine + (e & ((1u << circle_roots.fine_bits) - 1))));
}

/// z times a root, or times its inverse.
template <direction Direction, class Real>
GBI_DEVICE complex<Real> times_root(complex<Real> z, complex<Real> root) {
  if constexpr (Direction == direction::forward)
    return z * root;
  else
    return times_conjugate(z, root);
}

/// x[q] *= high[q / 4] * low[q % 4] (conjugated backward). Every twiddle is a single product of two factors,
/// never a long chain of powers. rounding.md: twiddles of two factors
template <direction Direction, class Real>
GBI_DEVICE void apply_twiddles(complex<Real> (&x)[16], const complex<Real> (&high)[4],
                               const complex<Real> (&low)[4], bool high0_is_one) {
  unroll<16>([&](auto q) {
    constexpr int h = q / 4, l = q % 4;
    if (h == 0 && high0_is_one) {
      if (l == 0) return;
      x[q] = times_root<Direction>(x[q], low[l]);
    } else {
      const complex<Real> w = l == 0 ? high[h] : high[h] * low[l];
      x[q] = times_root<Direction>(x[q], w);
    }
  });
}

/// x[q] *= w^q, w = exp(-2 pi i t / Length), conjugated backward. `roots` is a table of stage_roots.
template <direction Direction, int Length, class Real>
GBI_DEVICE void apply_powers(complex<Real> (&x)[16], const complex<Real>* roots, int t) {
  const auto root = [&](int row) {
    return read_only(roots + (stage_roots::offset(Length) + row * (Length / 16)) + t);
  };
  const complex<Real> one{1, 0};
  const complex<Real> low[4] = {one, root(0), root(1), root(2)};
  const complex<Real> high[4] = {one, root(3), root(4), root(5)};
  apply_twiddles<Direction>(x, high, low, true);
}

}  // namespace gbi::kernels
