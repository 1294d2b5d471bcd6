#include "src/fft/transform.hpp"

#include <algorithm>

#include "src/exec/buffer.hpp"
#include "src/fft/passes.hpp"

namespace gbi::transforms {

namespace {

using kernels::direction;

constexpr std::uint64_t shortest_row = 64;  // for the rows kernel

plan::fft_shape shape_of(std::uint64_t points, fft_order order) {
  return plan::transform_shape(
      points, order == fft_order::natural ? plan::spectrum::natural : plan::spectrum::digit_reversed);
}

/// The radices of a transform in shared memory: the odd factor, then the power of two that remains after 16s,
/// then 16s.
kernels::radix_list radices_of(std::uint64_t points) {
  kernels::radix_list list{0, {}};
  const auto add = [&](std::uint64_t radix) {
    if (radix > 1) list.radix[list.count++] = static_cast<std::uint32_t>(radix);
  };
  const int binary = std::countr_zero(points);
  add(points >> binary);
  add(std::uint64_t{1} << (binary % 4));
  for (int i = 0; i < binary / 4; ++i) add(16);
  return list;
}

template <class Real>
kernels::mixed_rows_arguments<Real> mixed_rows(detail::engine& engine, std::uint64_t points, direction way,
                                               std::uint32_t batch) {
  constexpr std::uint64_t points_of_block = 4096;
  kernels::mixed_rows_arguments<Real> a{};
  a.points = static_cast<std::uint32_t>(points);
  a.batch = batch;
  a.problems_per_block = static_cast<std::uint32_t>(points_of_block / points);
  a.radices = radices_of(points);
  a.roots = engine.twiddles().roots<Real>(a.points);
  a.direction = way;
  return a;
}

/// Runs the whole transform in one block: one pass.
template <class Real>
void in_block(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
              const plan::fft_shape& shape, direction way, std::uint32_t batch) {
  if (std::has_single_bit(shape.points) && shape.points >= shortest_row) {
    passes<Real>(engine, shape, batch).launch_rows(in, out, way, false);
  } else {
    kernels::mixed_rows_arguments<Real> a = mixed_rows<Real>(engine, shape.points, way, batch);
    a.in = in;
    a.out = out;
    engine.executor().launch(a);
  }
}

/// As above, for a right-angle transform. `place` sets the input and the output.
template <class Real, class Place>
void right_angle_in_block(detail::engine& engine, const plan::fft_shape& shape, direction way,
                          std::uint32_t batch, Place&& place) {
  kernels::mixed_rows_arguments<Real> a = mixed_rows<Real>(engine, shape.points, way, batch);
  a.right_angle = true;
  a.turns = engine.twiddles().turns<Real>(shape);
  place(a);
  engine.executor().launch(a);
}

/// Runs `work` with memory for the points between the passes. That is `data` itself if the order needs no
/// transposition, else workspace.
template <class Real, class Work>
void with_workspace(detail::engine& engine, strided<complex<Real>> data, std::uint64_t points, bool needed,
                    std::uint32_t batch, Work&& work) {
  if (!needed) return work(data);
  const exec::buffer<complex<Real>> memory(engine.executor(), points * batch);
  work(strided<complex<Real>>{memory.data(), points});
}

/// Runs the passes after the first one of a forward transform.
template <class Real>
void finish_forward(const passes<Real>& transform, strided<complex<Real>> data, strided<complex<Real>> out,
                    fft_order order) {
  if (transform.shape().column_passes == 2) transform.launch_columns(1, data, direction::forward);
  transform.launch_rows(read(data), out, direction::forward, order == fft_order::natural);
}

/// Runs the passes before the last one of a backward transform.
template <class Real>
void begin_backward(const passes<Real>& transform, strided<const complex<Real>> in,
                    strided<complex<Real>> data, fft_order order) {
  transform.launch_rows(in, data, direction::backward, order == fft_order::natural);
  if (transform.shape().column_passes == 2) transform.launch_columns(1, data, direction::backward);
}

kernels::spectrum_order order_of(const plan::fft_shape& shape, fft_order order) {
  return order == fft_order::natural ? kernels::spectrum_order{1, 1, shape.points} : digit_order_of(shape);
}

template <class Real>
kernels::real_spectrum_arguments<Real> real_spectrum(detail::engine& engine, strided<const complex<Real>> in,
                                                     strided<complex<Real>> out, std::uint64_t points,
                                                     fft_order order, direction way, std::uint32_t batch) {
  const plan::fft_shape shape = shape_of(points / 2, order);
  return {in, out, points / 2, batch, order_of(shape, order), engine.twiddles().turns<Real>(shape), way};
}

}  // namespace

template <class Real>
void forward(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
             std::uint64_t points, fft_order order, std::uint32_t batch) {
  const plan::fft_shape shape = shape_of(points, order);
  if (shape.column_passes == 0) return in_block(engine, in, out, shape, direction::forward, batch);
  const passes<Real> transform(engine, shape, batch);
  with_workspace(engine, out, points, order == fft_order::natural, batch, [&](strided<complex<Real>> data) {
    transform.launch_columns(0, data, kernels::points_in<Real>{in});
    finish_forward(transform, data, out, order);
  });
}

template <class Real>
void backward(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
              std::uint64_t points, fft_order order, std::uint32_t batch) {
  const plan::fft_shape shape = shape_of(points, order);
  if (shape.column_passes == 0) return in_block(engine, in, out, shape, direction::backward, batch);
  const passes<Real> transform(engine, shape, batch);
  with_workspace(engine, out, points, order == fft_order::natural, batch, [&](strided<complex<Real>> data) {
    begin_backward(transform, in, data, order);
    transform.launch_columns(0, data, kernels::points_out<Real>{out});
  });
}

template <class Real>
void forward_real(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
                  std::uint64_t points, fft_order order, std::uint32_t batch) {
  forward(engine, in, out, points / 2, order, batch);
  engine.executor().launch(real_spectrum(engine, read(out), out, points, order, direction::forward, batch));
}

template <class Real>
void backward_real(detail::engine& engine, strided<const complex<Real>> in, strided<complex<Real>> out,
                   std::uint64_t points, fft_order order, std::uint32_t batch) {
  engine.executor().launch(real_spectrum(engine, in, out, points, order, direction::backward, batch));
  backward(engine, read(out), out, points / 2, order, batch);
}

template <class Real>
void forward_right_angle(detail::engine& engine, strided<const Real> in, strided<complex<Real>> out,
                         std::uint64_t points, fft_order order, std::uint32_t batch) {
  const plan::fft_shape shape = shape_of(points, order);
  if (shape.column_passes == 0)
    return right_angle_in_block<Real>(engine, shape, direction::forward, batch, [&](auto& a) {
      a.real_in = in;
      a.out = out;
    });
  const passes<Real> transform(engine, shape, batch);
  with_workspace(engine, out, points, order == fft_order::natural, batch, [&](strided<complex<Real>> data) {
    transform.launch_columns(0, data, kernels::reals_in<Real>{in});
    finish_forward(transform, data, out, order);
  });
}

template <class Real>
void backward_right_angle(detail::engine& engine, strided<const complex<Real>> in, strided<Real> out,
                          std::uint64_t points, fft_order order, std::uint32_t batch) {
  const plan::fft_shape shape = shape_of(points, order);
  if (shape.column_passes == 0)
    return right_angle_in_block<Real>(engine, shape, direction::backward, batch, [&](auto& a) {
      a.in = in;
      a.real_out = out;
    });
  const passes<Real> transform(engine, shape, batch);
  with_workspace<Real>(engine, {}, points, true, batch, [&](strided<complex<Real>> data) {
    begin_backward(transform, in, data, order);
    transform.launch_columns(0, data, kernels::reals_out<Real>{out});
  });
}

#define GPU_BIGINT_TRANSFORM(Real)                                                                         \
  template void forward<Real>(detail::engine&, strided<const complex<Real>>, strided<complex<Real>>,       \
                              std::uint64_t, fft_order, std::uint32_t);                                    \
  template void backward<Real>(detail::engine&, strided<const complex<Real>>, strided<complex<Real>>,      \
                               std::uint64_t, fft_order, std::uint32_t);                                   \
  template void forward_real<Real>(detail::engine&, strided<const complex<Real>>, strided<complex<Real>>,  \
                                   std::uint64_t, fft_order, std::uint32_t);                               \
  template void backward_real<Real>(detail::engine&, strided<const complex<Real>>, strided<complex<Real>>, \
                                    std::uint64_t, fft_order, std::uint32_t);                              \
  template void forward_right_angle<Real>(detail::engine&, strided<const Real>, strided<complex<Real>>,    \
                                          std::uint64_t, fft_order, std::uint32_t);                        \
  template void backward_right_angle<Real>(detail::engine&, strided<const complex<Real>>, strided<Real>,   \
                                           std::uint64_t, fft_order, std::uint32_t)

GPU_BIGINT_TRANSFORM(float);
GPU_BIGINT_TRANSFORM(double);

}  // namespace gbi::transforms
