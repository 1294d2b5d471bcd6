/// \file
/// Transforms of arrays in device memory as sequences of launches, for a batch whose workspace fits. The
/// public functions (gpu_bigint/fft.hpp) and the plain products (bench/multiply/plain_fft.cpp) use them.
#pragma once

#include "gpu_bigint/fft.hpp"
#include "kernels/fft/arguments.hpp"
#include "src/context/engine.hpp"

namespace gbi::transforms {

using kernels::complex, kernels::strided;

template <class T>
strided<const T> read(const strided<T>& x) {
  return {x.at, x.stride};
}

/// The order in which the passes of a shape leave the spectrum.
inline kernels::spectrum_order digit_order_of(const plan::fft_shape& shape) {
  return {static_cast<std::uint32_t>(shape.column[0]), static_cast<std::uint32_t>(shape.column[1]),
          static_cast<std::uint64_t>(shape.row)};
}

/// Transforms N complex values to N frequencies; `in` may be `out`.
template <class Real>
void forward(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
             std::uint64_t points, fft_order order, std::uint32_t batch);
template <class Real>
void backward(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
              std::uint64_t points, fft_order order, std::uint32_t batch);

/// Transforms N real values, read as N/2 complex ones, to N/2 + 1 frequencies. Works in place if the memory
/// is the same.
template <class Real>
void forward_real(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
                  std::uint64_t points, fft_order order, std::uint32_t batch);
template <class Real>
void backward_real(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
                   std::uint64_t points, fft_order order, std::uint32_t batch);

/// Transforms 2N real values to N frequencies, not in place.
template <class Real>
void forward_right_angle(detail::engine& engine, strided<const Real> in, strided<complex<Real>> out,
                         std::uint64_t points, fft_order order, std::uint32_t batch);
template <class Real>
void backward_right_angle(detail::engine& engine, strided<const complex<Real>> in, strided<Real> out,
                          std::uint64_t points, fft_order order, std::uint32_t batch);

}  // namespace gbi::transforms
