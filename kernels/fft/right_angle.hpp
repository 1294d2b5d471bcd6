/// \file
/// The right-angle convolution: 2N real coefficients from N-point complex transforms, without zero padding.
///
/// A polynomial x with up to 2N real digits is reduced modulo z^N + i: z_j = x_j - i x_(j+N). Weights w^j,
/// with w = exp(-2 pi i / 4N) and w^N = -i, turn this reduction into a cyclic convolution of length N. So one
/// pointwise product of two N-point transforms gives the product modulo z^N + i. Its real part at j is
/// coefficient j, and its negated imaginary part is coefficient j + N. Both operands together may have at
/// most 2N digits. An operand of at most N digits is simply real. rounding.md: twists
///
/// The transform of weighted points has the frequencies k + 1/4 of the points themselves. So in complex
/// numbers almost every factor of a weight is part of a twiddle. Let j = (t + q S) W + c be point q of a
/// first butterfly, with t < S, in column c < W of a first pass over columns of P points. Then
///
///     w^j = exp(-2 pi i q S / 4P)    a constant for point q
///           exp(-2 pi i t / 4P)      common to a butterfly: part of the twiddles after it
///           exp(-2 pi i c / 4N)      common to a column: part of the twiddles after the pass
///
/// In GF(p^2), the weights of a length N = m 2^k, m odd, have the order 4 2^k, because their inverses must be
/// their conjugates (coprime_stage.hpp). Then w^N = (-i)^m. For m = 3 and 7 this is i, and the parts of a
/// point that belong to z^N have the opposite sign.
#pragma once

#include "kernels/fft/arguments.hpp"
#include "kernels/fft/twiddle.hpp"

namespace gbi::kernels {

/// cos(2 pi j / 4M) for 0 <= j <= M, rounded to nearest. rounding.md: constants
template <int M>
inline constexpr double cosines_in_right_angle[M + 1] = {};
template <>
inline constexpr double cosines_in_right_angle<3>[] = {1, 0.86602540378443864676, 0.50000000000000000000, 0};
template <>
inline constexpr double cosines_in_right_angle<5>[] = {
    1, 0.95105651629515357212, 0.80901699437494742410, 0.58778525229247312917, 0.30901699437494742410, 0};
template <>
inline constexpr double cosines_in_right_angle<7>[] = {1,
                                                       0.97492791218182360702,
                                                       0.90096886790241912624,
                                                       0.78183148246802980871,
                                                       0.62348980185873353053,
                                                       0.43388373911755812048,
                                                       0.22252093395631440429,
                                                       0};
template <>
inline constexpr double cosines_in_right_angle<9>[] = {1,
                                                       0.98480775301220805937,
                                                       0.93969262078590838405,
                                                       0.86602540378443864676,
                                                       0.76604444311897803520,
                                                       0.64278760968653932632,
                                                       0.50000000000000000000,
                                                       0.34202014332566873304,
                                                       0.17364817766693034885,
                                                       0};
template <>
inline constexpr double cosines_in_right_angle<15>[] = {1,
                                                        0.99452189536827333692,
                                                        0.97814760073380563793,
                                                        0.95105651629515357212,
                                                        0.91354545764260089550,
                                                        0.86602540378443864676,
                                                        0.80901699437494742410,
                                                        0.74314482547739423501,
                                                        0.66913060635885821383,
                                                        0.58778525229247312917,
                                                        0.50000000000000000000,
                                                        0.40673664307580020775,
                                                        0.30901699437494742410,
                                                        0.20791169081775933710,
                                                        0.10452846326765347140,
                                                        0};
template <>
inline constexpr double cosines_in_right_angle<16>[] = {1,
                                                        0.99518472667219688624,
                                                        0.98078528040323044913,
                                                        0.95694033573220886494,
                                                        0.92387953251128675613,
                                                        0.88192126434835502971,
                                                        0.83146961230254523708,
                                                        0.77301045336273696081,
                                                        0.70710678118654752440,
                                                        0.63439328416364549822,
                                                        0.55557023301960222474,
                                                        0.47139673682599764856,
                                                        0.38268343236508977173,
                                                        0.29028467725446236764,
                                                        0.19509032201612826785,
                                                        0.098017140329560601994,
                                                        0};

/// exp(-2 pi i J / 4M), J < M. M = 8 has every second root of 16.
template <int M, int J, class Real>
GBI_DEVICE constexpr complex<Real> root_in_right_angle() {
  if constexpr (M == 8) {
    return root_in_right_angle<16, 2 * J, Real>();
  } else {
    constexpr double re = cosines_in_right_angle<M>[J], im = -cosines_in_right_angle<M>[M - J];
    return {static_cast<Real>(re), static_cast<Real>(im)};
  }
}

/// z exp(-+2 pi i J / 4M), J < M.
template <direction Direction, int M, int J, class Real>
GBI_DEVICE complex<Real> turn_in_right_angle(complex<Real> z) {
  if constexpr (J == 0)
    return z;
  else
    return times_root<Direction>(z, root_in_right_angle<M, J, Real>());
}
/// The same for a real number.
template <direction Direction, int M, int J, class Real>
GBI_DEVICE complex<Real> turn_in_right_angle(Real x) {
  static_assert(Direction == direction::forward);
  return root_in_right_angle<M, J, Real>() * x;
}

/// Point j < N of 2N real numbers. `at` is the place of number j.
template <class Real>
GBI_DEVICE complex<Real> folded(const Real* at, std::uint64_t points) {
  return {at[0], -at[points]};
}
/// Writes numbers j and j + N of point j.
template <class Real>
GBI_DEVICE void unfold(Real* to, std::uint64_t points, complex<Real> z) {
  to[0] = z.re;
  to[points] = -z.im;
}

}  // namespace gbi::kernels
