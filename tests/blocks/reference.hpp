/// \file
/// Transforms in extended precision, the reference for those of the library. Their error is thousands of
/// times smaller than that of double precision.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>
#include <utility>
#include <vector>

namespace gbi::test {

static_assert(std::numeric_limits<long double>::digits >= 64, "the reference needs extended precision");

using extended = std::complex<long double>;

/// The complex product without the standard's treatment of infinities, which costs a call.
inline extended times(const extended& a, const extended& b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// exp(-2 pi i k / order), k < order. Computed from a sine and cosine of at most an eighth of a turn, so that
/// neither loses digits and multiples of a quarter turn are exact.
inline extended root_of_unity(std::uint64_t k, std::uint64_t order) {
  const std::uint64_t octant = 8 * k / order, beyond = 8 * k % order;
  const auto eighths =
      static_cast<long double>(octant % 2 == 1 ? order - beyond : beyond) / static_cast<long double>(order);
  long double x = std::cos(std::numbers::pi_v<long double> / 4 * eighths);
  long double y = std::sin(std::numbers::pi_v<long double> / 4 * eighths);
  if ((octant + 1) % 4 >= 2) std::swap(x, y);  // measured from the imaginary axis
  return {octant >= 2 && octant < 6 ? -x : x, octant < 4 ? -y : y};
}

/// The forward transform of every length without a prime factor above 7, by recursive decimation in time.
class reference_fft {
 public:
  explicit reference_fft(std::size_t points) : roots_(points) {
    for (std::size_t k = 0; k < points; ++k) roots_[k] = root_of_unity(k, points);
  }

  /// X_k = sum_j x_j exp(-2 pi i j k / N)
  template <class Real>
  std::vector<extended> operator()(const std::vector<std::complex<Real>>& values) const {
    std::vector<extended> spectrum(roots_.size());
    transform(values.data(), 1, roots_.size(), spectrum.data());
    return spectrum;
  }

 private:
  template <class Complex>
  void transform(const Complex* values, std::size_t stride, std::size_t count, extended* out) const {
    if (count == 1) {
      *out = extended(*values);
      return;
    }
    std::size_t radix = 2;
    while (count % radix != 0) ++radix;
    const std::size_t part = count / radix, step = roots_.size() / count;
    for (std::size_t q = 0; q < radix; ++q)
      transform(values + q * stride, stride * radix, part, out + q * part);
    for (std::size_t k = 0; k < part; ++k)
      radix == 2 ? pair(out + k, part, k * step) : combine(out + k, part, k * step, radix);
  }

  void pair(extended* out, std::size_t part, std::size_t turn) const {
    const extended even = out[0], odd = times(out[part], roots_[turn]);
    out[0] = even + odd;
    out[part] = even - odd;
  }

  void combine(extended* out, std::size_t part, std::size_t turn, std::size_t radix) const {
    std::array<extended, 7> terms;
    for (std::size_t q = 0; q < radix; ++q) terms.at(q) = times(out[q * part], roots_[q * turn]);
    for (std::size_t p = 0; p < radix; ++p) {
      extended sum = terms[0];
      for (std::size_t q = 1; q < radix; ++q)
        sum += times(terms[q], roots_[p * q % radix * (roots_.size() / radix)]);
      out[p * part] = sum;
    }
  }

  std::vector<extended> roots_;
};

/// |found - expected| / |expected| in the 2-norm, or |found| if all expected values are zero.
template <class Found, class Expected>
double relative_error(const std::vector<Found>& found, const std::vector<Expected>& expected) {
  long double difference = 0, whole = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const extended is(found[i]), should(expected[i]);
    difference += std::norm(is - should);
    whole += std::norm(should);
  }
  return static_cast<double>(std::sqrt(whole > 0 ? difference / whole : difference));
}

/// Half the distance from 1 to the next number, which is the largest error of one rounding.
template <class Real>
constexpr double unit_roundoff = static_cast<double>(std::numeric_limits<Real>::epsilon()) / 2;

/// An upper bound for the relative error of a transform of random numbers. It assumes one rounding per level,
/// all in the same direction; in fact errors grow with the square root of the number of levels.
template <class Real>
double rounding_bound(std::size_t points) {
  return unit_roundoff<Real> * (3 + std::log2(static_cast<double>(points)));
}

}  // namespace gbi::test
