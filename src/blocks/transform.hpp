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

/// Transforms of N complex points, for a batch of problems.
template <class Real>
class transform {
 public:
  using source = strided<const complex<Real>>;
  using target = strided<complex<Real>>;

  /// \param points N
  /// \param order of the spectrum
  transform(detail::engine& engine, std::uint64_t points, fft_order order, std::uint32_t batch);

  /// Transforms N complex values to N frequencies; `in` may be `out`.
  void forward(source in, target out) const;
  void backward(source in, target out) const;

  /// Transforms 2N real values, read as N complex ones, to N + 1 frequencies. Works in place if the memory is
  /// the same.
  void forward_real(source in, target out) const;
  void backward_real(source in, target out) const;

  /// Transforms 2N real values to N frequencies, not in place.
  void forward_right_angle(strided<const Real> in, target out) const;
  void backward_right_angle(source in, strided<Real> out) const;

 private:
  bool is_natural() const noexcept { return order_ == fft_order::natural; }
  bool fits_block() const noexcept { return shape_.column_passes == 0; }
  bool is_row() const noexcept;

  kernels::mixed_rows_arguments<Real> mixed_rows(kernels::direction way) const;
  void in_block(source in, target out, kernels::direction way) const;
  template <class Place>
  void right_angle_in_block(kernels::direction way, Place&& place) const;
  void launch_real_rows(source in, target out, kernels::direction way) const;
  void launch_spectrum(source in, target out, kernels::direction way) const;

  template <class First>
  void forward_by_passes(const First& first, target out) const;
  template <class Last>
  void backward_by_passes(source in, const target* data, const Last& last) const;

  detail::engine& engine_;
  plan::fft_shape shape_;
  fft_order order_;
  std::uint32_t batch_;
};

}  // namespace gbi::transforms
