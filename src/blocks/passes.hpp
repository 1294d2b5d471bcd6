/// \file
/// The launches that make up every transform of a shape.
#pragma once

#include <bit>
#include <type_traits>

#include "kernels/fft/ends/arguments.hpp"
#include "src/context/engine.hpp"

namespace gbi::transforms {

template <class Real>
class passes {
 public:
  using points = kernels::strided<kernels::complex<Real>>;

  /// \param repair repair gate of products
  passes(detail::engine& engine, const plan::fft_shape& shape, std::uint32_t batch,
         const kernels::repair_gate& repair = {})
      : executor_(engine.executor()),
        shape_(shape),
        batch_(batch),
        repair_(repair),
        circle_roots_(engine.twiddles().circle_roots<Real>(shape)),
        roots_(engine.twiddles().stages<Real>()),
        twiddles_(engine.twiddles()) {}

  const plan::fft_shape& shape() const { return shape_; }
  const kernels::circle<Real>& circle_roots() const { return circle_roots_; }
  const kernels::complex<Real>* roots() const { return roots_; }

  /// The arguments of a columns pass between `data` and its end.
  template <class End>
  kernels::columns_arguments<End> columns(int pass, const points& data, const End& end) const {
    constexpr bool right_angle = kernels::has_right_angle<End>;
    std::uint32_t groups = 1;
    std::uint64_t length = cache::circle_points<Real>(shape_.points);
    const auto rows_of = [&](int of) {
      return static_cast<std::uint32_t>(
          cache::circle_points<Real>(static_cast<std::uint64_t>(shape_.column[of])));
    };
    for (int before = 0; before < pass; ++before) {
      groups *= static_cast<std::uint32_t>(shape_.column[before]);
      length /= rows_of(before);
    }
    const auto column = static_cast<std::uint32_t>(shape_.column[pass]);
    const bool has_roots = std::is_floating_point_v<Real> && !std::has_single_bit(column);
    return {.end = end,
            .data = data,
            .width = shape_.points / groups / column,
            .groups = groups,
            .points = shape_.points,
            .tables = {circle_roots_, roots_,
                       has_roots ? twiddles_.roots<Real>((right_angle ? 4 : 1) * column) : nullptr,
                       twiddles_.near<Real>(length, rows_of(pass), right_angle)},
            .repair = repair_,
            .column = shape_.column[pass],
            .batch = batch_};
  }

  /// \param operands the number of operands of each product, contiguous in memory
  template <class End>
  void launch_columns(int pass, const points& data, const End& end, std::uint32_t operands = 1) const {
    kernels::columns_arguments<End> a = columns(pass, data, end);
    a.batch *= operands;
    executor_.launch(a);
  }
  /// A columns pass of points in place.
  void launch_columns(int pass, const points& data, kernels::direction direction,
                      std::uint32_t operands = 1) const {
    if (direction == kernels::direction::forward)
      launch_columns(pass, data, kernels::points_in<Real>{{data.at, data.stride}}, operands);
    else
      launch_columns(pass, data, kernels::points_out<Real>{data}, operands);
  }

  void launch_rows(kernels::strided<const kernels::complex<Real>> in,
                   kernels::strided<kernels::complex<Real>> out, kernels::direction direction,
                   bool transposed) const {
    // The order of rows matters only if they are transposed, which no transform with three column passes is.
    const int behind = shape_.column[1] * shape_.column[2];
    executor_.launch(kernels::rows_arguments<Real>{.in = in,
                                                   .out = out,
                                                   .n1 = static_cast<std::uint32_t>(shape_.column[0]),
                                                   .n2 = static_cast<std::uint32_t>(behind),
                                                   .batch = batch_,
                                                   .roots = roots_,
                                                   .direction = direction,
                                                   .transposed = transposed,
                                                   .row = shape_.row});
  }

 private:
  exec::executor& executor_;
  plan::fft_shape shape_;
  std::uint32_t batch_;
  kernels::repair_gate repair_;
  kernels::circle<Real> circle_roots_;
  const kernels::complex<Real>* roots_;
  cache::twiddle_tables& twiddles_;
};

}  // namespace gbi::transforms
