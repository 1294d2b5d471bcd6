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

/// Whether w^N is i for weights in GF(p^2), given the odd factor of N.
constexpr bool turns_left(int odd) {
  return odd % 4 == 3;
}

/// Weighted number j < N of a number's 2N digits of 32 bits, the halves of its limbs.
/// \tparam Left whether w^N is i
template <bool Left, class Real>
GBI_DEVICE complex<Real> twist(const digit_source& digits, std::uint32_t g, bool folded, std::uint64_t j,
                               std::uint64_t points, complex<Real> weight) {
  const limb* number = digits.limbs + g * digits.batch_stride;
  const Real re = Real::of(word_or_zero(digits, number, static_cast<std::uint32_t>(j)));
  if (!folded) return {re * weight.re, re * weight.im};
  const Real im = Real::of(word_or_zero(digits, number, static_cast<std::uint32_t>(j + points)));
  return complex<Real>{re, Left ? im : -im} * weight;
}

GBI_DEVICE void write_residue(const residue_sink<m31>& to, std::uint64_t k, m31 residue) {
  to.upper[k] = canonical(residue);
}
/// c = r + (2^61 - 1) t for the residues r and s of c modulo 2^61 - 1 and 2^31 - 1. As 2 (2^61 - 1) = -1
/// modulo 2^31 - 1, t = 2 (r - s). rounding.md: exact transforms
GBI_DEVICE void write_residue(const residue_sink<m61>& to, std::uint64_t k, m61 residue) {
  const std::uint64_t r = canonical(residue);
  const m31 r_mod_31 =
      m31{static_cast<std::uint32_t>(r) & m31::modulus} + m31{static_cast<std::uint32_t>(r >> 31)};
  const m31 difference = r_mod_31 - m31{to.upper[k]};
  const std::uint64_t t = canonical(difference + difference);
  const std::uint64_t low = t << 61, sum = low + (r - t);  // r - t may be negative
  to.lower[k] = sum;
  to.upper[k] = static_cast<std::uint32_t>(t >> 3) - (r < t ? 1 : 0) + (sum < low ? 1 : 0);
}

/// Writes coefficients j and j + N of an exact product. \param first coefficient 0 of the problem
template <bool Left, class Real>
GBI_DEVICE void untwist(const residue_sink<Real>& to, std::uint64_t first, std::uint64_t j,
                        std::uint64_t points, complex<Real> weight, complex<Real> value) {
  const complex<Real> z = times_conjugate(value, weight);
  write_residue(to, first + j, z.re * to.scale);
  const Real im = z.im * to.scale;
  write_residue(to, first + j + points, Left ? im : -im);
}

}  // namespace gbi::kernels
