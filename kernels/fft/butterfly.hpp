/// \file
/// Discrete Fourier transforms of 2, 4, 8 and 16 points in the registers of one thread. Input and output are
/// in natural order: X[k] = sum_n x[n] w^(nk) with w = exp(-2 pi i / Radix) forward and its conjugate
/// backward, unscaled.
///
/// Radix 16 is 4 x 4 and radix 8 is 2 x 4 (Cooley-Tukey). So every path from an input to an output has
/// log2(Radix) additions and at most one product by an irrational root. rounding.md: butterflies
/// Real additions and multiplications: radix 2: 4; 4: 16; 8: 52 + 4; 16: 144 + 24.
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/field.hpp"
#include "kernels/model/unroll.hpp"
#include "kernels/word/complex.hpp"

namespace gbi::kernels {

/// cos(2 pi k / 16), or its counterpart in the field.
template <class Real>
GBI_BOTH constexpr Real cosine_of_sixteenths(int k) {
  const int angle = k & 15, folded = angle > 8 ? 16 - angle : angle;  // cos is even
  const int quarter = folded <= 4 ? folded : 8 - folded;              // and odd about a quarter turn
  const Real cosine = circle_of_sixteenths<Real>::cosine(quarter);
  return folded <= 4 ? cosine : -cosine;
}

/// exp(-+2 pi i k / 16).
template <direction Direction, int K, class Real>
GBI_DEVICE constexpr complex<Real> sixteenth_root() {
  constexpr Real re = cosine_of_sixteenths<Real>(K), im = -cosine_of_sixteenths<Real>(K + 12);
  return {re, Direction == direction::forward ? im : -im};
}

/// z * exp(-+pi i / 2): swaps the parts.
template <direction Direction, class Real>
GBI_DEVICE constexpr complex<Real> quarter_turn(complex<Real> z) {
  if constexpr (Direction == direction::forward)
    return {z.im, -z.re};
  else
    return {-z.im, z.re};
}

/// z * exp(-+2 pi i K / 16). An eighth turn takes two products instead of four. rounding.md: eighth turns
template <direction Direction, int K, class Real>
GBI_DEVICE constexpr complex<Real> rotate_sixteenths(complex<Real> z) {
  if constexpr (K % 16 == 0) {
    return z;
  } else if constexpr (K % 4 == 0) {
    return rotate_sixteenths<Direction, K - 4>(quarter_turn<Direction>(z));
  } else if constexpr (K % 2 == 0 && K < 4) {
    const complex<Real> rotated = quarter_turn<Direction>(z);
    return {times_half_root(z.re + rotated.re), times_half_root(z.im + rotated.im)};
  } else if constexpr (K % 2 == 0) {
    return rotate_sixteenths<Direction, K - 4>(quarter_turn<Direction>(z));
  } else {
    return z * sixteenth_root<Direction, K, Real>();
  }
}

template <direction Direction, class Real>
GBI_DEVICE void butterfly4(complex<Real>& a, complex<Real>& b, complex<Real>& c, complex<Real>& d) {
  const complex<Real> s = a + c, t = a - c, u = b + d, v = quarter_turn<Direction>(b - d);
  a = s + u;
  b = t + v;
  c = s - u;
  d = t - v;
}

/// A word has room for eight elements of GF(2^61 - 1), so only the results are reduced: with inputs up to p +
/// 7, the sums are at most 7 p + 7. Proof: proofs/Mersenne_field.v, theorem m61_butterfly.
/// rounding.md: exact transforms
template <direction Direction>
GBI_DEVICE void butterfly4(complex<m61>& a, complex<m61>& b, complex<m61>& c, complex<m61>& d) {
  constexpr std::uint64_t p = m61::modulus;
  const auto sum = [](m61 x, m61 y) { return x.value + y.value; };
  const auto difference = [](m61 x, m61 y) { return x.value + 2 * p - y.value; };
  const std::uint64_t s_re = sum(a.re, c.re), s_im = sum(a.im, c.im);
  const std::uint64_t t_re = difference(a.re, c.re), t_im = difference(a.im, c.im);
  const std::uint64_t u_re = sum(b.re, d.re), u_im = sum(b.im, d.im);
  const std::uint64_t v_re = difference(b.re, d.re), v_im = difference(b.im, d.im);
  const complex<m61> rotated{m61::of(t_re + v_im), m61::of(t_im + 4 * p - v_re)};
  const complex<m61> back{m61::of(t_re + 4 * p - v_im), m61::of(t_im + v_re)};
  a = {m61::of(s_re + u_re), m61::of(s_im + u_im)};
  b = Direction == direction::forward ? rotated : back;
  c = {m61::of(s_re + 4 * p - u_re), m61::of(s_im + 4 * p - u_im)};
  d = Direction == direction::forward ? back : rotated;
}

/// Transforms the Radix values x[First], x[First + Step], ...
template <int Radix, direction Direction, int First = 0, int Step = 1, class Real, int Size>
GBI_DEVICE void butterfly(complex<Real> (&x)[Size]) {
  static_assert(Radix == 1 || Radix == 2 || Radix == 4 || Radix == 8 || Radix == 16);
  static_assert(First + (Radix - 1) * Step < Size);
  const auto at = [&](int n) -> complex<Real>& { return x[First + n * Step]; };
  if constexpr (Radix == 2) {
    const complex<Real> a = at(0), b = at(1);
    at(0) = a + b;
    at(1) = a - b;
  } else if constexpr (Radix == 4) {
    butterfly4<Direction>(at(0), at(1), at(2), at(3));
  } else if constexpr (Radix == 8) {
    butterfly4<Direction>(at(0), at(2), at(4), at(6));
    butterfly4<Direction>(at(1), at(3), at(5), at(7));
    complex<Real> y[8];
    unroll<4>([&](auto k) {
      const complex<Real> even = at(2 * k);
      const complex<Real> odd = rotate_sixteenths<Direction, 2 * k>(at(2 * k + 1));
      y[k] = even + odd;
      y[k + 4] = even - odd;
    });
    unroll<8>([&](auto k) { at(k) = y[k]; });
  } else if constexpr (Radix == 16) {
    unroll<4>([&](auto n) { butterfly4<Direction>(at(n), at(n + 4), at(n + 8), at(n + 12)); });
    complex<Real> y[16];
    unroll<4>([&](auto k) {
      complex<Real> z[4];
      unroll<4>([&](auto n) {
        constexpr int turns = decltype(n)::value * decltype(k)::value;  // NVRTC takes no captured constant
        z[n] = rotate_sixteenths<Direction, turns>(at(4 * k + n));
      });
      butterfly4<Direction>(z[0], z[1], z[2], z[3]);
      unroll<4>([&](auto h) { y[k + 4 * h] = z[h]; });
    });
    unroll<16>([&](auto k) { at(k) = y[k]; });
  }
}

}  // namespace gbi::kernels
