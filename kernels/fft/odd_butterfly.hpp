/// \file
/// Discrete Fourier transforms of 3, 5, 7, 9 and 15 points in the registers of one thread, in natural order,
/// for lengths that are not powers of two.
///
/// A prime p pairs x_j with x_(p-j): cosines multiply sums, sines multiply differences. In GF(p^2), where
/// such roots z are in GF(p), cosines are (z^n + z^-n) / 2, and sines times a quarter turn are (z^n - z^-n) /
/// 2. There are no transforms of 5 and 15 points modulo 2^31 - 1. 9 is 3 x 3 with twiddles. 15 is 3 x 5
/// without twiddles, by the index maps of Good and Thomas (n = 5 n1 + 3 n2, k = 10 k1 + 6 k2, modulo 15).
/// rounding.md: odd butterflies
#pragma once

#include "kernels/fft/butterfly.hpp"

namespace gbi::kernels {

/// cos and sin of 2 pi j / p for 1 <= j <= (p - 1) / 2, rounded to nearest. rounding.md: constants
template <int Prime>
struct circle_of_prime;
template <>
struct circle_of_prime<3> {
  GBI_BOTH static constexpr double cosine(int) { return -0.5; }
  GBI_BOTH static constexpr double sine(int) { return 0.86602540378443864676; }
};
template <>
struct circle_of_prime<5> {
  GBI_BOTH static constexpr double cosine(int j) {
    return j == 1 ? 0.30901699437494742410 : -0.80901699437494742410;
  }
  GBI_BOTH static constexpr double sine(int j) {
    return j == 1 ? 0.95105651629515357212 : 0.58778525229247312917;
  }
};
template <>
struct circle_of_prime<7> {
  GBI_BOTH static constexpr double cosine(int j) {
    return j == 1 ? 0.62348980185873353053 : j == 2 ? -0.22252093395631440429 : -0.90096886790241912624;
  }
  GBI_BOTH static constexpr double sine(int j) {
    return j == 1 ? 0.78183148246802980871 : j == 2 ? 0.97492791218182360702 : 0.43388373911755812048;
  }
};

/// cos(2 pi n / p) and sin(2 pi n / p) for any n that is not a multiple of p.
template <int Prime, int N>
GBI_DEVICE constexpr double prime_cosine() {
  constexpr int n = N % Prime;
  return circle_of_prime<Prime>::cosine(2 * n < Prime ? n : Prime - n);
}
template <int Prime, int N>
GBI_DEVICE constexpr double prime_sine() {
  constexpr int n = N % Prime;
  return 2 * n < Prime ? circle_of_prime<Prime>::sine(n) : -circle_of_prime<Prime>::sine(Prime - n);
}

/// The same constants over a field. In GF(p^2), the sine includes a quarter turn.
template <class Real, int Prime, int N>
GBI_DEVICE constexpr Real field_cosine() {
  if constexpr (is_exact_field<Real>)
    return (odd_root<Real, Prime>(N % Prime) + odd_root<Real, Prime>(Prime - N % Prime)) * inverse(Real{2});
  else
    return static_cast<Real>(prime_cosine<Prime, N>());
}
template <class Real, int Prime, int N>
GBI_DEVICE constexpr Real field_sine() {
  if constexpr (is_exact_field<Real>)
    return (odd_root<Real, Prime>(N % Prime) - odd_root<Real, Prime>(Prime - N % Prime)) * inverse(Real{2});
  else
    return static_cast<Real>(prime_sine<Prime, N>());
}

template <int Prime, direction Direction, class Real>
GBI_DEVICE void prime_butterfly(complex<Real> (&x)[Prime]) {
  constexpr int half = (Prime - 1) / 2;
  complex<Real> sum[half], difference[half];
  complex<Real> total = x[0];
  unroll<half>([&](auto j) {
    sum[j] = x[j + 1] + x[Prime - 1 - j];
    difference[j] = x[j + 1] - x[Prime - 1 - j];
    total = total + sum[j];
  });
  const complex<Real> first = x[0];
  unroll<half>([&](auto k) {
    complex<Real> even = first, odd{Real{0}, Real{0}};
    unroll<half>([&](auto j) {
      constexpr Real c = field_cosine<Real, Prime, (j + 1) * (k + 1)>(),
                     s = field_sine<Real, Prime, (j + 1) * (k + 1)>();
      even = even + sum[j] * c;
      odd = odd + difference[j] * s;
    });
    if constexpr (is_exact_field<Real>) {
      constexpr int plus = Direction == direction::forward ? k + 1 : Prime - 1 - k;
      x[plus] = even + odd;
      x[Prime - plus] = even - odd;
    } else {
      const complex<Real> rotated = quarter_turn<Direction>(odd);
      x[k + 1] = even + rotated;
      x[Prime - 1 - k] = even - rotated;
    }
  });
  x[0] = total;
}

/// exp(-+2 pi i N / 9) for N = 1, 2, 4. rounding.md: constants
template <direction Direction, int N, class Real>
GBI_DEVICE constexpr complex<Real> ninth_root() {
  constexpr double c = N == 1   ? 0.76604444311897803520
                       : N == 2 ? 0.17364817766693034885
                                : -0.93969262078590838405;
  constexpr double s = N == 1   ? 0.64278760968653932632
                       : N == 2 ? 0.98480775301220805937
                                : 0.34202014332566873304;
  return {static_cast<Real>(c), static_cast<Real>(Direction == direction::forward ? -s : s)};
}

/// z exp(-+2 pi i N / 9) for N = 1, 2, 4.
template <direction Direction, int N, class Real>
GBI_DEVICE complex<Real> rotate_ninths(complex<Real> z) {
  if constexpr (is_exact_field<Real>) {
    constexpr Real root = odd_root<Real, 9>(Direction == direction::forward ? N : 9 - N);
    return z * root;
  } else {
    return z * ninth_root<Direction, N, Real>();
  }
}

template <int Radix, direction Direction, class Real>
GBI_DEVICE void odd_butterfly(complex<Real> (&x)[Radix]) {
  if constexpr (Radix == 9) {
    complex<Real> y[3][3];
    unroll<3>([&](auto n) {
      complex<Real> z[3] = {x[n], x[n + 3], x[n + 6]};
      prime_butterfly<3, Direction>(z);
      unroll<3>([&](auto k) {
        if constexpr (n * k == 0)
          y[k][n] = z[k];
        else
          y[k][n] = rotate_ninths<Direction, n * k>(z[k]);
      });
    });
    unroll<3>([&](auto k) {
      prime_butterfly<3, Direction>(y[k]);
      unroll<3>([&](auto h) { x[k + 3 * h] = y[k][h]; });
    });
  } else if constexpr (Radix == 15) {
    complex<Real> y[3][5];
    unroll<3>([&](auto n1) {
      unroll<5>([&](auto n2) { y[n1][n2] = x[(5 * n1 + 3 * n2) % 15]; });
      prime_butterfly<5, Direction>(y[n1]);
    });
    unroll<5>([&](auto k2) {
      complex<Real> z[3] = {y[0][k2], y[1][k2], y[2][k2]};
      prime_butterfly<3, Direction>(z);
      unroll<3>([&](auto k1) { x[(10 * k1 + 6 * k2) % 15] = z[k1]; });
    });
  } else {
    prime_butterfly<Radix, Direction>(x);
  }
}

}  // namespace gbi::kernels
