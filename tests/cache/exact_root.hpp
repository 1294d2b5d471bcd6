/// \file
/// Roots of unity and powers of 2 with 160 bits, by MPFR.
#pragma once

#include <mpfr.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "kernels/word/complex.hpp"

namespace gbi::test {

/// An MPFR number.
class exact {
 public:
  exact() { mpfr_init2(value_, 160); }
  exact(const exact&) = delete;
  exact& operator=(const exact&) = delete;
  ~exact() { mpfr_clear(value_); }

  mpfr_ptr get() { return value_; }
  mpfr_srcptr get() const { return value_; }
  /// This number minus a double, rounded only at the end.
  double minus(double other) {
    mpfr_sub_d(value_, value_, other, MPFR_RNDN);
    return mpfr_get_d(value_, MPFR_RNDN);
  }

 private:
  mpfr_t value_;
};

/// Distances of doubles from roots of unity.
class exact_roots {
 public:
  /// exp(-2 pi i k / order) - origin - value
  template <class Real>
  kernels::complex<double> difference(std::uint64_t k, std::uint64_t order, kernels::complex<Real> value,
                                      double origin = 0) {
    mpfr_const_pi(angle_.get(), MPFR_RNDN);
    mpfr_mul_ui(angle_.get(), angle_.get(), 2 * (k % order), MPFR_RNDN);
    mpfr_div_ui(angle_.get(), angle_.get(), order, MPFR_RNDN);
    mpfr_sin_cos(sine_.get(), cosine_.get(), angle_.get(), MPFR_RNDN);
    mpfr_neg(sine_.get(), sine_.get(), MPFR_RNDN);
    mpfr_sub_d(cosine_.get(), cosine_.get(), origin, MPFR_RNDN);
    return {cosine_.minus(static_cast<double>(value.re)), sine_.minus(static_cast<double>(value.im))};
  }

 private:
  exact angle_, sine_, cosine_;
};

/// Half a unit in the last place of x.
template <class Real>
double half_unit(Real x) {
  int exponent = 0;
  (void)std::frexp(x, &exponent);
  return x == 0 ? 0 : std::ldexp(0.5, exponent - std::numeric_limits<Real>::digits);
}

/// The unit of the error bounds.
template <class Real>
constexpr double unit = static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;

}  // namespace gbi::test
