#include "src/number_theory/mersenne/exact_square.hpp"

#include <bit>
#include <stdexcept>
#include <utility>

#include "src/blocks/passes.hpp"
#include "src/faults/operation_scope.hpp"
#include "src/number/number.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi::number_theory {

namespace {

plan::fft_shape exact_shape_of(std::uint64_t exponent, std::uint64_t digits) {
  if (const auto found = plan::find_exact_square(exponent, digits)) return *found;
  throw std::logic_error(
      concat("exact squares modulo 2^", exponent, " - 1 have no transform of ", digits, " digits"));
}

/// e < b with e N = 1 modulo a prime b.
std::uint32_t root_of_two(std::uint64_t digits, std::uint32_t b) {
  std::uint32_t e = 1;
  while (digits % b * e % b != 1) ++e;
  return e;
}

}  // namespace

exact_mersenne_square::exact_mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent,
                                             std::uint64_t digits)
    : engine_(std::move(engine)),
      shape_(exact_shape_of(exponent, digits)),
      base_{.exponent = exponent,
            .digits = static_cast<std::uint32_t>(digits),
            .digit_bits = static_cast<std::uint32_t>(exponent / digits),
            .step = static_cast<std::uint32_t>(exponent % digits)},
      roots_{root_of_two(digits, 31), root_of_two(digits, 61)},
      digits_(exec::buffer<kernels::wide_pair>(executor(), digits / 2)),
      small_(executor(), shape_.points),
      large_(executor(), shape_.points) {}

void exact_mersenne_square::set(const gpu_bigint& value) {
  digits_.make([&](const exec::buffer<kernels::wide_pair>& digits) {
    const kernels::limb_span limbs =
        detail::number_of(value) ? detail::number_of(value)->span() : kernels::limb_span{nullptr, 0, 0};
    executor().launch(kernels::wide_digits_arguments{base_, limbs, digits.data()});
  });
}

template <class Field>
void exact_mersenne_square::square_points(kernels::complex<Field>* points) const {
  using kernels::direction;
  const transforms::passes<Field> passes(*engine_, shape_, 1);
  const auto columns = [&](int pass, direction way) {
    passes.launch_columns(pass, {points, shape_.points}, way);
  };
  for (int pass = 0; pass < shape_.column_passes; ++pass) columns(pass, direction::forward);
  executor().launch(
      kernels::mirrored_rows_arguments_of<Field>{.points = points,
                                                 .n1 = static_cast<std::uint32_t>(shape_.column[0]),
                                                 .n2 = static_cast<std::uint32_t>(shape_.column[1]),
                                                 .circle_roots = passes.circle_roots(),
                                                 .roots = passes.roots(),
                                                 .row = shape_.row});
  for (int pass = shape_.column_passes; pass-- > 0;) columns(pass, direction::backward);
}

std::uint64_t exact_mersenne_square::step(std::int64_t subtrahend, std::uint64_t) {
  const kernels::residue_points points{small_.data(), large_.data()};
  executor().launch(kernels::digits_to_residues_arguments{base_, digits_.raw().data(), points, roots_});
  square_points(points.small);
  square_points(points.large);
  executor().launch(kernels::residues_to_digits_arguments{
      .base = base_,
      .points = points,
      .roots = roots_,
      .log2_points = static_cast<std::uint32_t>(std::countr_zero(shape_.points)),
      .subtrahend = subtrahend,
      .digits = digits_.raw().data()});
  return 1;
}

gpu_bigint exact_mersenne_square::residue() const {
  const faults::operation_scope scope("residue modulo a Mersenne number", base_.exponent);
  const exec::buffer<std::int64_t> sums(executor(), base_.exponent / 32 + 1);
  executor().launch(kernels::wide_coefficients_arguments{base_, digits_.read().data(), sums.data()});
  return mersenne_remainder(engine_, base_.exponent, sums.data());
}

}  // namespace gbi::number_theory
