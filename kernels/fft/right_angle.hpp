/// \file
/// The right-angle convolution: 2N real coefficients from N-point complex transforms, without zero padding.
///
/// A polynomial x with up to 2N real digits is reduced modulo z^N + i: z_j = x_j - i x_(j+N). Weights w^j,
/// with w = exp(-2 pi i / 4N) and w^N = -i, turn this reduction into a cyclic convolution of length N. So one
/// pointwise product of two N-point transforms gives the product modulo z^N + i. Its real part at j is
/// coefficient j, and its negated imaginary part is coefficient j + N. Both operands together may have at
/// most 2N digits. An operand of at most N digits is simply real. rounding.md: twists
#pragma once

#include "kernels/fft/digits.hpp"
#include "kernels/fft/monitor.hpp"
#include "kernels/fft/twiddle.hpp"

namespace gbi::kernels {

/// Weighted number j < N of 2N real numbers. `weight` is w^j.
template <class Real>
GBI_DEVICE complex<Real> twist(const strided<const Real>& values, std::uint32_t g, std::uint64_t j,
                               std::uint64_t points, complex<Real> weight) {
  const Real* at = values.at + g * values.stride + j;
  return complex<Real>{at[0], -at[points]} * weight;
}

/// Writes coefficients j and j + N of a product from the transform's output at j. `to` is the place of
/// coefficient j; `round` makes integers. rounding.md: scaling
template <class Round>
GBI_DEVICE void untwist(std::int64_t* to, std::uint64_t points, double scale, complex<double> weight,
                        complex<double> value, Round&& round) {
  const complex<double> z = value * conj(weight);
  to[0] = round(z.re * scale);
  to[points] = round(-z.im * scale);
}

/// The same for real numbers, unscaled.
template <class Real>
GBI_DEVICE void untwist(const strided<Real>& values, std::uint32_t g, std::uint64_t j, std::uint64_t points,
                        complex<Real> weight, complex<Real> value) {
  const complex<Real> z = value * conj(weight);
  Real* to = values.at + g * values.stride + j;
  to[0] = z.re;
  to[points] = -z.im;
}

}  // namespace gbi::kernels
