/// \file
/// Butterflies whose twiddles are part of their additions. A transform of m points with a base w is
///
///     X[k] = sum_n x[n] w^n exp(-+2 pi i n k / m)
///
/// by decimation in time: level l of log2 m pairs points with the factors w^(m/2^l) exp(-+2 pi i k / 2^l), so
/// every twiddle of a stage of a longer transform is a base. A pair takes six fused operations, and half of
/// the factors are others after a quarter turn, which swaps parts.
#pragma once

#include <type_traits>

#include "kernels/fft/odd_butterfly.hpp"

namespace gbi::kernels {

/// 2 a - b in one operation. nvcc would make two sums of it.
GBI_DEVICE double twice_less(double a, double b) {
#if defined(__CUDA_ARCH__)
  return __fma_rn(2.0, a, -b);
#else
  return 2 * a - b;
#endif
}

/// (a, b) -> (a + w b, a - w b). The second result is twice a without the first.
template <class Real>
GBI_DEVICE void merged_pair(complex<Real>& a, complex<Real>& b, complex<Real> w) {
  const Real re = a.re + w.re * b.re - w.im * b.im, im = a.im + w.re * b.im + w.im * b.re;
  b = {twice_less(a.re, re), twice_less(a.im, im)};
  a = {re, im};
}
/// The same with the factor w exp(-+pi i / 2).
template <direction Direction, class Real>
GBI_DEVICE void turned_pair(complex<Real>& a, complex<Real>& b, complex<Real> w) {
  merged_pair(a, b, quarter_turn<Direction>(w));
}

/// The different factors of a transform of 16 points with a base.
template <class Real>
struct sixteen_factors {
  static constexpr int count = 4;
  static constexpr int exponent(int i) { return 1 << i; }
  complex<Real> first[4];   ///< w exp(-+2 pi i k / 16)
  complex<Real> second[2];  ///< w^2 exp(-+2 pi i k / 8)
  complex<Real> fourth, eighth;

  /// From separately rounded powers of the base: power(i) is that with exponent(i). Repeated squares would
  /// have eight times the error of w.
  template <direction Direction, class Power>
  GBI_DEVICE static sixteen_factors of(Power&& power) {
    sixteen_factors f;
    f.first[0] = power(0);
    unroll<3>([&](auto k) { f.first[k + 1] = rotate_sixteenths<Direction, k + 1>(f.first[0]); });
    f.second[0] = power(1);
    f.second[1] = rotate_sixteenths<Direction, 2>(f.second[0]);
    f.fourth = power(2);
    f.eighth = power(3);
    return f;
  }
};

/// The transform of 16 points, in natural order.
template <direction Direction, class Real>
GBI_DEVICE void merged_butterfly(complex<Real> (&x)[16], const sixteen_factors<Real>& f) {
  complex<Real> y[16];
  unroll<16>([&](auto j) {
    constexpr int reversed = (j & 1) * 8 + (j & 2) * 2 + (j & 4) / 2 + (j & 8) / 8;
    y[j] = x[reversed];
  });
  unroll<8>([&](auto g) { merged_pair(y[2 * g], y[2 * g + 1], f.eighth); });
  unroll<4>([&](auto g) {
    merged_pair(y[4 * g], y[4 * g + 2], f.fourth);
    turned_pair<Direction>(y[4 * g + 1], y[4 * g + 3], f.fourth);
  });
  unroll<2>([&](auto g) {
    unroll<2>([&](auto k) {
      merged_pair(y[8 * g + k], y[8 * g + k + 4], f.second[k]);
      turned_pair<Direction>(y[8 * g + k + 2], y[8 * g + k + 6], f.second[k]);
    });
  });
  unroll<4>([&](auto k) {
    merged_pair(y[k], y[k + 8], f.first[k]);
    turned_pair<Direction>(y[k + 4], y[k + 12], f.first[k]);
  });
  unroll<16>([&](auto j) { x[j] = y[j]; });
}

/// The different factors of a transform of 8 points with a base.
template <class Real>
struct eight_factors {
  static constexpr int count = 3;
  static constexpr int exponent(int i) { return 1 << i; }
  complex<Real> first[2], second, fourth;

  /// As above.
  template <direction Direction, class Power>
  GBI_DEVICE static eight_factors of(Power&& power) {
    const complex<Real> w = power(0);
    return {{w, rotate_sixteenths<Direction, 2>(w)}, power(1), power(2)};
  }
  /// Those of the base times exp(-+2 pi i t / 16).
  template <direction Direction, int T>
  GBI_DEVICE eight_factors turned() const {
    return {{rotate_sixteenths<Direction, T>(first[0]), rotate_sixteenths<Direction, T>(first[1])},
            rotate_sixteenths<Direction, 2 * T>(second),
            rotate_sixteenths<Direction, 4 * T>(fourth)};
  }
};

/// The transform of the 8 points x[First], x[First + 1], ... in natural order.
template <direction Direction, int First = 0, class Real, int Size>
GBI_DEVICE void merged_butterfly(complex<Real> (&x)[Size], const eight_factors<Real>& f) {
  complex<Real> y[8];
  unroll<8>([&](auto j) {
    constexpr int reversed = (j & 1) * 4 + (j & 2) + (j & 4) / 4;
    y[j] = x[First + reversed];
  });
  unroll<4>([&](auto g) { merged_pair(y[2 * g], y[2 * g + 1], f.fourth); });
  unroll<2>([&](auto g) {
    merged_pair(y[4 * g], y[4 * g + 2], f.second);
    turned_pair<Direction>(y[4 * g + 1], y[4 * g + 3], f.second);
  });
  unroll<2>([&](auto k) {
    merged_pair(y[k], y[k + 4], f.first[k]);
    turned_pair<Direction>(y[k + 2], y[k + 6], f.first[k]);
  });
  unroll<8>([&](auto j) { x[First + j] = y[j]; });
}

/// The different factors of a transform of 4 points with a base.
template <class Real>
struct four_factors {
  static constexpr int count = 2;
  static constexpr int exponent(int i) { return 1 << i; }
  complex<Real> first, second;

  /// As above.
  template <direction Direction, class Power>
  GBI_DEVICE static four_factors of(Power&& power) {
    return {power(0), power(1)};
  }
  template <direction Direction, int T>
  GBI_DEVICE four_factors turned() const {
    return {rotate_sixteenths<Direction, T>(first), rotate_sixteenths<Direction, 2 * T>(second)};
  }
};

/// The transform of the 4 points x[First], x[First + 1], ... in natural order.
template <direction Direction, int First = 0, class Real, int Size>
GBI_DEVICE void merged_butterfly(complex<Real> (&x)[Size], const four_factors<Real>& f) {
  complex<Real> y[4] = {x[First], x[First + 2], x[First + 1], x[First + 3]};
  merged_pair(y[0], y[1], f.second);
  merged_pair(y[2], y[3], f.second);
  merged_pair(y[0], y[2], f.first);
  turned_pair<Direction>(y[1], y[3], f.first);
  unroll<4>([&](auto j) { x[First + j] = y[j]; });
}

/// The factors of a transform whose length has an odd factor: the powers of the base.
template <int Radix, class Real>
struct power_factors {
  static constexpr int count = Radix - 1;
  static constexpr int exponent(int i) { return i + 1; }
  complex<Real> power[count];

  template <direction Direction, class Power>
  GBI_DEVICE static power_factors of(Power&& power) {
    power_factors f;
    unroll<count>([&](auto i) { f.power[i] = power(i); });
    return f;
  }
};

/// The transform of points that a base multiplies first.
template <direction Direction, int Radix, class Real>
GBI_DEVICE void merged_butterfly(complex<Real> (&x)[Radix], const power_factors<Radix, Real>& f) {
  unroll<Radix - 1>([&](auto i) { x[i + 1] = x[i + 1] * f.power[i]; });
  if constexpr (Radix % 2 == 1) {
    odd_butterfly<Radix, Direction>(x);
  } else {
    // By the index maps of Good and Thomas: n = Odd n1 + Even n2, and k has the residues k1 and k2.
    constexpr int even = Radix % 4 == 0 ? 4 : 2, odd = Radix / even;
    complex<Real> y[odd][even];
    unroll<odd>([&](auto n2) {
      unroll<even>([&](auto n1) { y[n2][n1] = x[(odd * n1 + even * n2) % Radix]; });
      butterfly<even, Direction>(y[n2]);
    });
    unroll<even>([&](auto k1) {
      complex<Real> z[odd];
      unroll<odd>([&](auto n2) { z[n2] = y[n2][k1]; });
      odd_butterfly<odd, Direction>(z);
      unroll<Radix>([&](auto k) {
        if constexpr (k % even == k1) x[k] = z[k % odd];
      });
    });
  }
}

template <int Radix, class Real>
struct factors_of_radix {
  using type = power_factors<Radix, Real>;
};
template <class Real>
struct factors_of_radix<16, Real> {
  using type = sixteen_factors<Real>;
};
template <class Real>
struct factors_of_radix<8, Real> {
  using type = eight_factors<Real>;
};
template <class Real>
struct factors_of_radix<4, Real> {
  using type = four_factors<Real>;
};
template <int Radix, class Real>
using factors_of = typename factors_of_radix<Radix, Real>::type;

}  // namespace gbi::kernels
