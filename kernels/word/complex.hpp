/// \file
/// Complex arithmetic of one thread, on a struct of two reals. std::complex has no device operators, and its
/// product must handle infinities, which costs a branch per product. rounding.md: complex operations
#pragma once

#include "kernels/model/attributes.hpp"

namespace gbi::kernels {

template <class Real>
struct alignas(2 * sizeof(Real)) complex {
  Real re, im;
};

template <class Real>
GBI_BOTH constexpr complex<Real> operator+(complex<Real> a, complex<Real> b) {
  return {a.re + b.re, a.im + b.im};
}

template <class Real>
GBI_BOTH constexpr complex<Real> operator-(complex<Real> a, complex<Real> b) {
  return {a.re - b.re, a.im - b.im};
}

template <class Real>
GBI_BOTH constexpr complex<Real> operator*(complex<Real> a, complex<Real> b) {
  return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

template <class Real>
GBI_BOTH constexpr complex<Real> operator*(complex<Real> a, Real s) {
  return {a.re * s, a.im * s};
}

template <class Real>
GBI_BOTH constexpr complex<Real> conj(complex<Real> a) {
  return {a.re, -a.im};
}

}  // namespace gbi::kernels
