/// \file
/// The right-angle convolution: 2N real coefficients from N-point complex transforms, without zero padding.
///
/// A polynomial x with up to 2N real digits is reduced modulo z^N + i: z_j = x_j - i x_(j+N). Weights w^j,
/// with w = exp(-2 pi i / 4N) and w^N = -i, turn this reduction into a cyclic convolution of length N. So one
/// pointwise product of two N-point transforms gives the product modulo z^N + i. Its real part at j is
/// coefficient j, and its negated imaginary part is coefficient j + N. Both operands together may have at
/// most 2N digits. An operand of at most N digits is simply real. rounding.md: twists
///
/// In GF(p^2), the weights of a length N = m 2^k, m odd, have the order 4 2^k, because their inverses must be
/// their conjugates (coprime_stage.hpp). Then w^N = (-i)^m. For m = 3 and 7 this is i, and the parts of a
/// point that belong to z^N have the opposite sign.
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/twiddle.hpp"

namespace gbi::kernels {

/// Weighted number j < N of 2N real numbers. `at` is the place of number j, `weight` is w^j.
template <class Real>
GBI_DEVICE complex<Real> twist(const Real* at, std::uint64_t points, complex<Real> weight) {
  return complex<Real>{at[0], -at[points]} * weight;
}

/// Writes numbers j and j + N, unscaled, from the transform's output at j.
template <class Real>
GBI_DEVICE void untwist(Real* to, std::uint64_t points, complex<Real> weight, complex<Real> value) {
  const complex<Real> z = value * conj(weight);
  to[0] = z.re;
  to[points] = -z.im;
}

}  // namespace gbi::kernels
