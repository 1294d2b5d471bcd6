/// \file
/// The fields over which transforms run: float and double, in which roots of unity are rounded, and GF(p^2)
/// for p = 2^31 - 1 and p = 2^61 - 1, in which they are exact (kernels/word/mersenne_field.hpp). A transform
/// needs arithmetic on complex<Real>, tables of roots, and the functions below.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/word/odd_roots.hpp"

namespace gbi::kernels {

/// cos(2 pi k / 16) for 0 <= k <= 4. In GF(p^2), this is the first part of the root with this number; the
/// second part is minus the sine.
template <class Real>
struct circle_of_sixteenths {
  /// Rounded to nearest. rounding.md: constants
  GBI_BOTH static constexpr Real cosine(int k) {
    return static_cast<Real>(k == 0   ? 1.0
                             : k == 1 ? 0.92387953251128675613
                             : k == 2 ? 0.70710678118654752440
                             : k == 3 ? 0.38268343236508977173
                                      : 0.0);
  }
};
template <>
struct circle_of_sixteenths<m31> {
  GBI_BOTH static constexpr m31 cosine(int k) {
    return {k == 0 ? 1u : k == 1 ? 590768354u : k == 2 ? 1u << 15 : k == 3 ? 1168891274u : 0u};
  }
};
template <>
struct circle_of_sixteenths<m61> {
  GBI_BOTH static constexpr m61 cosine(int k) {
    return {k == 0   ? std::uint64_t{1}
            : k == 1 ? std::uint64_t{612525257975972978}
            : k == 2 ? std::uint64_t{1} << 30
            : k == 3 ? std::uint64_t{22027337052962166}
                     : std::uint64_t{0}};
  }
};

/// x times the square root of 1/2, cos(2 pi / 8). Proof: proofs/eighth_turn.gappa.
template <class Real>
GBI_DEVICE constexpr Real times_half_root(Real x) {
  return x * circle_of_sixteenths<Real>::cosine(2);
}
/// 2^15: a rotation of 31 bits.
GBI_DEVICE constexpr m31 times_half_root(m31 x) {
  return {((x.value << 15) & m31::modulus) | x.value >> 16};
}
/// 2^30: a rotation of 61 bits, for a number with one more bit.
GBI_DEVICE constexpr m61 times_half_root(m61 x) {
  return m61::of(((x.value << 30) & m61::modulus) + (x.value >> 31));
}

/// Whether arithmetic is exact.
template <class Real>
inline constexpr bool is_exact_field = !std::is_floating_point_v<Real>;

/// a conj(b). In GF(p^2), a negation would cost as much as a sum, so both numbers are mirrored instead.
template <class Real>
GBI_DEVICE constexpr complex<Real> times_conjugate(complex<Real> a, complex<Real> b) {
  if constexpr (is_exact_field<Real>) {
    const complex<Real> mirrored = complex<Real>{a.im, a.re} * b;
    return {mirrored.im, mirrored.re};
  } else {
    return a * conj(b);
  }
}

}  // namespace gbi::kernels
