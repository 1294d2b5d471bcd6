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

/// Which of the first factors are 1.
enum class first_factors { high_is_one, low_is_one, both_are_one };

/// x[q] *= high[q / 4] * low[q % 4] (conjugated backward). Every twiddle is a single product of two factors,
/// never a long chain of powers. rounding.md: twiddles of two factors
template <direction Direction, first_factors First, class Real>
GBI_DEVICE void apply_twiddles(complex<Real> (&x)[16], const complex<Real> (&high)[4],
                               const complex<Real> (&low)[4]) {
  unroll<16>([&](auto q) {
    constexpr int h = q / 4, l = q % 4;
    constexpr bool high_is_one = h == 0 && First != first_factors::low_is_one,
                   low_is_one = l == 0 && First != first_factors::high_is_one;
    if constexpr (high_is_one && low_is_one)
      return;
    else if constexpr (high_is_one)
      x[q] = times_root<Direction>(x[q], low[l]);
    else
      x[q] = times_root<Direction>(x[q], low_is_one ? high[h] : high[h] * low[l]);
  });
}

/// x[q] *= w^q, w = exp(-2 pi i t / Length), conjugated backward; or w^(q + 1/4). `roots` is a table of
/// stage_roots.
template <direction Direction, int Length, bool Quarter = false, class Real>
GBI_DEVICE void apply_powers(complex<Real> (&x)[16], const complex<Real>* roots, int t) {
  const auto root = [&](int row) {
    return read_only(roots + (stage_roots::offset(Length) + row * (Length / 16)) + t);
  };
  const complex<Real> one{1, 0};
  const complex<Real> high[4] = {one, root(3), root(4), root(5)};
  if constexpr (Quarter) {
    const complex<Real>* const rows = roots + right_angle_roots::offset(Length) + t;
    complex<Real> low[4];
    unroll<4>([&](auto l) { low[l] = read_only(rows + l * (Length / 16)); });
    apply_twiddles<Direction, first_factors::high_is_one>(x, high, low);
  } else {
    const complex<Real> low[4] = {one, root(0), root(1), root(2)};
    apply_twiddles<Direction, first_factors::both_are_one>(x, high, low);
  }
}

}  // namespace gbi::kernels
