/// \file
/// Errors of transforms and convolutions relative to the exact result, and those reported by the source work:
/// A. P. Dieguez, "Parallel Prefix Operations on Heterogeneous Platforms" (2018), chapter 7.
#pragma once

#include <gmp.h>

#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "gpu_bigint/fft.hpp"
#include "src/context/engine.hpp"
#include "src/exec/buffer.hpp"
#include "tests/blocks/reference.hpp"
#include "tests/support/random.hpp"

namespace gbi::test {

/// The reported relative error, in the 2-norm, of an unrounded convolution of numbers with this many decimal
/// digits. Figures are reported for 4096 and 8388608 digits; between them the error is interpolated linearly
/// in the logarithm.
template <class Real>
double reported_error(std::size_t digits) {
  constexpr bool wide = std::is_same_v<Real, double>;
  constexpr double first = wide ? 1.7e-16 : 1.5e-7, last = wide ? 4.2e-16 : 3.5e-7;
  return first + (last - first) * (std::log2(static_cast<double>(digits)) - 12) / 11;
}

/// The relative error, in the 2-norm, of one forward transform of random complex numbers.
template <class Real>
double forward_error(const context& where, std::size_t points, random_source& random) {
  std::vector<std::complex<Real>> values(points);
  const auto number = [&] {
    return static_cast<Real>(static_cast<double>(random.bits() >> 11) * 0x1p-53 - 0.5);
  };
  for (auto& x : values) x = {number(), number()};
  return relative_error(fft(where, values), reference_fft(points)(values));
}

/// The exact convolution of two sequences of decimal digits, from one product of integers with 32 bits per
/// digit. Coefficients stay below 2^32 up to 50 million digits.
inline std::vector<std::uint32_t> exact_convolution(const std::vector<unsigned char>& a,
                                                    const std::vector<unsigned char>& b) {
  const std::size_t limbs = (a.size() + 1) / 2;
  const auto packed = [&](const std::vector<unsigned char>& digits) {
    std::vector<mp_limb_t> result(limbs);
    for (std::size_t i = 0; i < digits.size(); ++i) result[i / 2] |= mp_limb_t{digits[i]} << i % 2 * 32;
    return result;
  };
  std::vector<mp_limb_t> product(2 * limbs);
  mpn_mul_n(product.data(), packed(a).data(), packed(b).data(), static_cast<mp_size_t>(limbs));
  std::vector<std::uint32_t> result(2 * a.size());
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<std::uint32_t>(product[i / 2] >> i % 2 * 32);
  return result;
}

/// The transform that computes a convolution of 2N real numbers.
enum class convolution_form { right_angle, packed_real };

/// The relative error, in the 2-norm, of the convolution of two random numbers of N decimal digits, computed
/// as in a product: each number is padded to 2N digits and transformed, the spectra are multiplied, and the
/// result is transformed back. Nothing is rounded.
template <class Real>
double convolution_error(const context& where, std::size_t points, random_source& random,
                         convolution_form form) {
  using complex = std::complex<Real>;
  exec::executor& executor = detail::engine_of(where)->executor();
  const bool right_angle = form == convolution_form::right_angle;
  const std::size_t frequencies = right_angle ? points : points + 1;
  const auto spectrum_of = [&](const std::vector<unsigned char>& digits) {
    std::vector<Real> padded(digits.begin(), digits.end());
    padded.resize(2 * points);
    const exec::buffer<Real> values(executor, padded);
    const exec::buffer<complex> spectrum(executor, frequencies);
    if (right_angle)
      right_angle_fft(where, values.data(), spectrum.data(), points);
    else
      real_fft(where, values.data(), spectrum.data(), 2 * points);
    std::vector<complex> result(frequencies);
    executor.download(result.data(), spectrum.data(), frequencies * sizeof(complex));
    return result;
  };
  std::vector<unsigned char> a(points), b(points);
  for (auto* digits : {&a, &b})
    for (unsigned char& digit : *digits) digit = static_cast<unsigned char>(random.below(10));

  std::vector<complex> product = spectrum_of(a);
  const std::vector<complex> other = spectrum_of(b);
  for (std::size_t p = 0; p < frequencies; ++p) product[p] *= other[p];
  const exec::buffer<complex> spectrum(executor, product);
  const exec::buffer<Real> values(executor, 2 * points);
  if (right_angle)
    inverse_right_angle_fft(where, spectrum.data(), values.data(), points);
  else
    inverse_real_fft(where, spectrum.data(), values.data(), 2 * points);
  std::vector<Real> convolution(2 * points);
  executor.download(convolution.data(), values.data(), convolution.size() * sizeof(Real));

  std::vector<long double> found(convolution.begin(), convolution.end());
  for (long double& x : found) x /= static_cast<long double>(right_angle ? points : 2 * points);
  return relative_error(found, exact_convolution(a, b));
}

}  // namespace gbi::test
