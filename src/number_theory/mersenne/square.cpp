#include "src/number_theory/mersenne/square.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <stdexcept>
#include <vector>

#include "src/blocks/passes.hpp"
#include "src/blocks/transform.hpp"
#include "src/cache/weights.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/process/concat.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::number_theory {

namespace {

/// The average digit width, for N digits, at which the largest error of a thousand steps is about 0.25. The
/// error grows like sqrt(N log N) 4^width. The constant is measured, and
/// tests/number_theory/mersenne_test.cpp checks it.
double widest_digits(double digits) {
  constexpr double bits = 49.9;
  return (bits - 0.5 * std::log2(digits) - 0.5 * std::log2(std::log2(digits))) / 2;
}

/// The phase of digit j: (-p j) mod N, j < 2^32.
std::uint32_t phase_of(const kernels::irrational_base& base, std::uint64_t j) {
  const std::uint64_t remainder = base.exponent * j % base.digits;
  return static_cast<std::uint32_t>(remainder == 0 ? 0 : base.digits - remainder);
}

/// The rows of the matrix of digit pairs: the columns that the first pass transforms, or one row.
std::uint32_t rows_of(const plan::fft_shape& shape) {
  return static_cast<std::uint32_t>(shape.column[0]);
}
std::uint64_t width_of(const plan::fft_shape& shape) {
  return shape.points / rows_of(shape);
}
std::uint32_t run_of(const plan::fft_shape& shape) {
  return shape.column_passes == 0 ? static_cast<std::uint32_t>(shape.points)
                                  : kernels::run_of_column(shape.column[0]);
}

/// The transform with this many digits, or null.
const plan::fft_shape* find_shape(std::uint64_t digits) {
  for (const plan::fft_shape& shape : plan::mersenne_shapes())
    if (2 * shape.points == digits) return &shape;
  return nullptr;
}

plan::fft_shape shape_of(std::uint64_t digits) {
  if (const plan::fft_shape* found = find_shape(digits)) return *found;
  throw std::logic_error(concat("squares modulo a Mersenne number have no transform of ", digits, " digits"));
}

}  // namespace

bool are_mersenne_digits(std::uint64_t exponent, std::uint64_t digits) {
  const plan::fft_shape* shape = find_shape(digits);
  if (shape == nullptr) return false;
  const std::uint64_t bits = exponent / digits;  // of a short digit
  const auto half = static_cast<std::uint64_t>(std::bit_width(digits)) / 2;
  const std::uint64_t narrowest = shape->column_passes == 0 ? std::max<std::uint64_t>(half, 4) - 2 : half;
  constexpr std::uint64_t widest = 29;
  return narrowest <= bits && bits <= widest;
}

std::uint64_t mersenne_digits(std::uint64_t exponent, std::uint64_t at_least) {
  const words::floating_scope environment;
  for (const plan::fft_shape& shape : plan::mersenne_shapes()) {
    const std::uint64_t digits = 2 * shape.points;
    const auto length = static_cast<double>(digits);
    if (digits >= at_least && static_cast<double>(exponent) / length <= widest_digits(length)) return digits;
  }
  throw std::length_error(concat("square modulo 2^", exponent, " - 1: too long for the longest transform"));
}

mersenne_square::weights mersenne_square::make_weights(std::uint64_t count, std::uint64_t step) const {
  const words::floating_scope environment;
  std::vector<kernels::digit_weight> forward, inverse;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint32_t phase = phase_of(base_, i * step);
    forward.push_back(gbi::cache::weight_of(phase, base_.digits));
    inverse.push_back(gbi::cache::twice_inverse_weight_of(phase, base_.digits));
  }
  return {{executor(), std::span<const kernels::digit_weight>(forward)},
          {executor(), std::span<const kernels::digit_weight>(inverse)}};
}

mersenne_square::mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent,
                                 std::uint64_t digits)
    : engine_(std::move(engine)),
      shape_(shape_of(digits)),
      base_{.exponent = exponent,
            .digits = static_cast<std::uint32_t>(digits),
            .digit_bits = static_cast<std::uint32_t>(exponent / digits),
            .step = static_cast<std::uint32_t>(exponent % digits)},
      row_weights_(make_weights(rows_of(shape_), 2 * width_of(shape_))),
      column_weights_(make_weights(2 * width_of(shape_), 1)),
      pairs_(executor(), shape_.points),
      carries_(executor(), shape_.points / run_of(shape_)),
      points_(executor(), shape_.column_passes == 0 ? 0 : shape_.points),
      measured_(exec::cleared<kernels::verdict>(executor(), 1)),
      number_({.pairs = pairs_.data(),
               .carries = carries_.data(),
               .run = run_of(shape_),
               .rows = rows_of(shape_),
               .width = width_of(shape_)}) {}

void mersenne_square::set(const gpu_bigint& value) {
  number_.make([&](const kernels::irrational_digits& number) {
    const kernels::limb_span limbs =
        detail::number_of(value) ? detail::number_of(value)->span() : kernels::limb_span{nullptr, 0, 0};
    executor().launch(kernels::weighted_digits_arguments{base_, limbs, number});
  });
}

std::uint64_t mersenne_square::step(std::int64_t subtrahend, std::uint64_t most) {
  using kernels::direction;
  const words::floating_scope environment;
  const transforms::passes<double> passes(*engine_, shape_, 1);
  // The transforms multiply by h = N/2, and inverse weights by 2 for each factor.
  const double points = static_cast<double>(shape_.points);
  if (shape_.column_passes == 0) {
    executor().launch(kernels::weighted_block_arguments{.base = base_,
                                                        .number = number_.raw(),
                                                        .weights = column_weights_.tables(),
                                                        .circle_roots = passes.circle_roots(),
                                                        .roots = passes.roots(),
                                                        .scale = 0.5 / points,
                                                        .subtrahend = subtrahend,
                                                        .steps = most,
                                                        .measured = measured_.data(),
                                                        .points = shape_.row});
    return most;
  }
  const kernels::strided<kernels::complex<double>> all{points_.data(), shape_.points};
  passes.launch_columns(0, all,
                        kernels::weighted_in{.base = base_,
                                             .number = number_.raw(),
                                             .rows = row_weights_.tables().forward,
                                             .columns = column_weights_.tables().forward});
  if (shape_.column_passes > 1) passes.launch_columns(1, all, direction::forward);
  executor().launch(kernels::mirrored_rows_arguments{.points = points_.data(),
                                                     .n1 = static_cast<std::uint32_t>(shape_.column[0]),
                                                     .n2 = static_cast<std::uint32_t>(shape_.column[1]),
                                                     .circle_roots = passes.circle_roots(),
                                                     .roots = passes.roots(),
                                                     .row = shape_.row});
  if (shape_.column_passes > 1) passes.launch_columns(1, all, direction::backward);
  passes.launch_columns(0, all,
                        kernels::weighted_out{.base = base_,
                                              .number = number_.raw(),
                                              .rows = row_weights_.tables().inverse,
                                              .columns = column_weights_.tables().inverse,
                                              .scale = 0.25 / points,
                                              .subtrahend = subtrahend,
                                              .measured = measured_.data()});
  return 1;
}

gpu_bigint mersenne_square::residue() const {
  const faults::operation_scope scope("residue modulo a Mersenne number", base_.exponent);
  // N (2^p - 1) + 2^p < 2^(p + 31)
  const exec::buffer<std::int64_t> sums(executor(), base_.exponent / 32 + 1);
  executor().launch(kernels::weighted_coefficients_arguments{base_, number_.read(), sums.data()});
  return mersenne_remainder(engine_, base_.exponent, sums.data());
}

mersenne_square::rounding mersenne_square::measured() {
  kernels::verdict found;
  executor().download(&found, measured_.data(), sizeof found);
  executor().clear(measured_.data(), sizeof found);
  return {std::bit_cast<double>(found.distance << 32),
          found.distance < kernels::distrusted_distance && found.largest < kernels::distrusted_coefficient};
}

}  // namespace gbi::number_theory
