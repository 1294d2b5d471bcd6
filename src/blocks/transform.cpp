#include "src/blocks/transform.hpp"

#include <bit>
#include <optional>

#include "src/blocks/passes.hpp"
#include "src/exec/buffer.hpp"

namespace gbi::transforms {

namespace {

using kernels::direction;

constexpr std::uint64_t shortest_row = 64;  // for the rows kernel

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

/// Memory for the points between the passes: the given memory, or workspace if there is none.
template <class Real>
class points_between {
 public:
  points_between(detail::engine& engine, std::uint64_t points, std::uint32_t batch,
                 const strided<complex<Real>>* given) {
    if (given == nullptr) memory_.emplace(engine.executor(), points * batch);
    data_ = given != nullptr ? *given : strided<complex<Real>>{memory_->data(), points};
  }
  strided<complex<Real>> data() const noexcept { return data_; }

 private:
  std::optional<exec::buffer<complex<Real>>> memory_;
  strided<complex<Real>> data_;
};

}  // namespace

template <class Real>
transform<Real>::transform(detail::engine& engine, std::uint64_t points, fft_order order, std::uint32_t batch)
    : engine_(engine),
      shape_(plan::transform_shape(
          points, order == fft_order::natural ? plan::spectrum::natural : plan::spectrum::digit_reversed)),
      order_(order),
      batch_(batch) {}

template <class Real>
kernels::mixed_rows_arguments<Real> transform<Real>::mixed_rows(direction way) const {
  constexpr std::uint64_t points_of_block = 4096;
  kernels::mixed_rows_arguments<Real> a{};
  a.points = static_cast<std::uint32_t>(shape_.points);
  a.batch = batch_;
  a.problems_per_block = static_cast<std::uint32_t>(points_of_block / shape_.points);
  a.radices = radices_of(shape_.points);
  a.roots = engine_.twiddles().roots<Real>(a.points);
  a.direction = way;
  return a;
}

/// Whether the transform is a row of a rows kernel.
template <class Real>
bool transform<Real>::is_row() const noexcept {
  return fits_block() && std::has_single_bit(shape_.points) && shape_.points >= shortest_row;
}

/// Runs the whole transform in one block: one pass.
template <class Real>
void transform<Real>::in_block(source in, target out, direction way) const {
  if (is_row()) {
    passes<Real>(engine_, shape_, batch_).launch_rows(in, out, way, false);
  } else {
    kernels::mixed_rows_arguments<Real> a = mixed_rows(way);
    a.in = in;
    a.out = out;
    engine_.executor().launch(a);
  }
}

/// As above, for a right-angle transform. `place` sets the input and the output.
template <class Real>
template <class Place>
void transform<Real>::right_angle_in_block(direction way, Place&& place) const {
  kernels::mixed_rows_arguments<Real> a = mixed_rows(way);
  a.right_angle = true;
  a.circle_roots = engine_.twiddles().circle_roots<Real>(shape_);
  place(a);
  engine_.executor().launch(a);
}

/// Runs the passes of a long transform, the first of which reads what `first` says.
template <class Real>
template <class First>
void transform<Real>::forward_by_passes(const First& first, target out) const {
  const passes<Real> all(engine_, shape_, batch_);
  const points_between<Real> between(engine_, shape_.points, batch_, is_natural() ? nullptr : &out);
  const target data = between.data();
  all.launch_columns(0, data, first);
  if (shape_.column_passes == 2) all.launch_columns(1, data, direction::forward);
  all.launch_rows(read(data), out, direction::forward, is_natural());
}

/// Runs the passes of a long transform, the last of which writes as `last` says.
/// \param data memory for the points between the passes; null: workspace
template <class Real>
template <class Last>
void transform<Real>::backward_by_passes(source in, const target* data, const Last& last) const {
  const passes<Real> all(engine_, shape_, batch_);
  const points_between<Real> between(engine_, shape_.points, batch_, data);
  all.launch_rows(in, between.data(), direction::backward, is_natural());
  if (shape_.column_passes == 2) all.launch_columns(1, between.data(), direction::backward);
  all.launch_columns(0, between.data(), last);
}

template <class Real>
void transform<Real>::forward(source in, target out) const {
  if (fits_block()) return in_block(in, out, direction::forward);
  forward_by_passes(kernels::points_in<Real>{in}, out);
}

template <class Real>
void transform<Real>::backward(source in, target out) const {
  if (fits_block()) return in_block(in, out, direction::backward);
  backward_by_passes(in, is_natural() ? nullptr : &out, kernels::points_out<Real>{out});
}

template <class Real>
void transform<Real>::launch_real_rows(source in, target out, direction way) const {
  engine_.executor().launch(kernels::real_rows_arguments<Real>{
      .in = in,
      .out = out,
      .batch = batch_,
      .roots = engine_.twiddles().stages<Real>(),
      .circle_roots = engine_.twiddles().roots<Real>(static_cast<std::uint32_t>(2 * shape_.points)),
      .direction = way,
      .row = shape_.row});
}

template <class Real>
void transform<Real>::launch_spectrum(source in, target out, direction way) const {
  const kernels::spectrum_order order =
      is_natural() ? kernels::spectrum_order{1, 1, shape_.points} : digit_order_of(shape_);
  engine_.executor().launch(kernels::real_spectrum_arguments<Real>{
      in, out, shape_.points, batch_, order, engine_.twiddles().circle_roots<Real>(shape_), way});
}

template <class Real>
void transform<Real>::forward_real(source in, target out) const {
  if (is_row()) return launch_real_rows(in, out, direction::forward);
  forward(in, out);
  launch_spectrum(read(out), out, direction::forward);
}

template <class Real>
void transform<Real>::backward_real(source in, target out) const {
  if (is_row()) return launch_real_rows(in, out, direction::backward);
  launch_spectrum(in, out, direction::backward);
  backward(read(out), out);
}

template <class Real>
void transform<Real>::forward_right_angle(strided<const Real> in, target out) const {
  if (!fits_block()) return forward_by_passes(kernels::reals_in<Real>{in}, out);
  right_angle_in_block(direction::forward, [&](auto& a) {
    a.real_in = in;
    a.out = out;
  });
}

template <class Real>
void transform<Real>::backward_right_angle(source in, strided<Real> out) const {
  if (!fits_block()) return backward_by_passes(in, nullptr, kernels::reals_out<Real>{out});
  right_angle_in_block(direction::backward, [&](auto& a) {
    a.in = in;
    a.real_out = out;
  });
}

template class transform<float>;
template class transform<double>;

}  // namespace gbi::transforms
