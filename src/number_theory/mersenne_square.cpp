#include "src/number_theory/mersenne_square.hpp"

#include <bit>
#include <cmath>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "gpu_bigint/bits.hpp"
#include "src/exec/operation.hpp"
#include "src/fft/transform.hpp"
#include "src/ground/carry_chain.hpp"
#include "src/ground/number.hpp"
#include "src/tables/weights.hpp"
#include "src/words/floating_scope.hpp"

namespace gbi::number_theory {

namespace {

/// The average width of N digits at which the largest error of a thousand steps is about 0.25. The error
/// grows with sqrt(N log N) 4^width. The constant is measured, and tests/number_theory/mersenne_test.cpp
/// checks it.
double widest_digits(double digits) {
  constexpr double bits = 49.9;
  return (bits - 0.5 * std::log2(digits) - 0.5 * std::log2(std::log2(digits))) / 2;
}

/// (-p j) mod N, j < 2^32.
std::uint32_t phase_of(const kernels::irrational_base& base, std::uint64_t j) {
  const std::uint64_t rest = base.exponent * j % base.digits;
  return static_cast<std::uint32_t>(rest == 0 ? 0 : base.digits - rest);
}

template <class T>
exec::buffer<T> upload(exec::executor& executor, const std::vector<T>& values) {
  return {executor, std::span<const T>(values)};
}

}  // namespace

std::uint64_t mersenne_digits(std::uint64_t exponent, std::uint64_t at_least) {
  const words::floating_scope environment;
  for (const plan::fft_shape& shape : plan::fft_shapes(plan::fft_form::complex)) {
    const std::uint64_t digits = 2 * shape.points;
    const auto length = static_cast<double>(digits);
    if (digits >= 4 && digits >= at_least && static_cast<double>(exponent) / length <= widest_digits(length))
      return digits;
  }
  throw std::length_error("square modulo 2^" + std::to_string(exponent) +
                          " - 1: longer than the longest transform carries");
}

gpu_bigint mersenne_reduced(const gpu_bigint& x, std::uint64_t exponent) {
  // 2^p = 1. The first sum is below 2^(p + 1) - 1. 2^p - 1 must become 0.
  const auto bits = static_cast<std::int64_t>(exponent);
  const gpu_bigint y = ground::nonnegative(low_bits(x, exponent) + (x >> bits));
  return low_bits(ground::nonnegative(y + ((y + 1) >> bits)), exponent);
}

mersenne_square::tables mersenne_square::make_tables(exec::executor& executor,
                                                     const kernels::irrational_base& base) {
  const words::floating_scope environment;
  const auto weights = gbi::tables::weights_of(base.digits, base.fine_bits);

  std::vector<std::uint32_t> tile_phase, steps;
  for (std::uint64_t first = 0; first < base.digits; first += kernels::weighted_tile)
    tile_phase.push_back(phase_of(base, (first + base.digits - kernels::weighted_halo) % base.digits));
  for (std::uint64_t t = 0; t < kernels::weighted_halo + kernels::weighted_tile; ++t)
    steps.push_back(static_cast<std::uint32_t>(t * base.step % base.digits));
  return {upload(executor, weights.coarse), upload(executor, weights.fine), upload(executor, tile_phase),
          upload(executor, steps)};
}

mersenne_square::mersenne_square(std::shared_ptr<detail::engine> engine, std::uint64_t exponent,
                                 std::uint64_t digits)
    : engine_(std::move(engine)),
      shape_(plan::transform_shape(digits / 2, plan::spectrum::digit_reversed)),
      base_{.exponent = exponent,
            .digits = static_cast<std::uint32_t>(digits),
            .digit_bits = static_cast<std::uint32_t>(exponent / digits),
            .step = static_cast<std::uint32_t>(exponent % digits),
            .coarse = nullptr,
            .fine = nullptr,
            .fine_bits = static_cast<std::uint32_t>(std::bit_width(digits) + 1) / 2,
            .tile_phase = nullptr,
            .steps = nullptr},
      tables_(make_tables(executor(), base_)),
      weighted_(executor(), digits),
      transformed_(executor(), digits / 2),
      measured_(exec::cleared<kernels::verdict>(executor(), 1)) {
  base_.coarse = tables_.coarse.data();
  base_.fine = tables_.fine.data();
  base_.tile_phase = tables_.tile_phase.data();
  base_.steps = tables_.steps.data();
}

void mersenne_square::set(const gpu_bigint& value) {
  exec::collector reading;
  const kernels::limb_span limbs =
      detail::number_of(value) ? detail::number_of(value)->span() : kernels::limb_span{nullptr, 0, 0};
  executor().launch(kernels::weighted_digits_arguments{base_, limbs, weighted_.data()});
  evidence_ = reading.so_far();
}

void mersenne_square::step(std::int64_t subtrahend) {
  using transforms::strided, kernels::complex;
  const words::floating_scope environment;
  const std::uint64_t half = base_.digits / 2;
  const strided<complex<double>> spectrum{transformed_.data(), half};
  const strided<const complex<double>> digits{reinterpret_cast<const complex<double>*>(weighted_.data()),
                                              half};
  constexpr fft_order order = fft_order::digit_reversed;
  transforms::forward(*engine_, digits, spectrum, half, order, 1);
  executor().launch(kernels::spectrum_square_arguments{spectrum.at, half, transforms::digit_order_of(shape_),
                                                       engine_->twiddles().turns<double>(shape_)});
  transforms::backward(*engine_, transforms::read(spectrum), spectrum, half, order, 1);
  // The transforms multiply by N, and the inverse weights of the kernel by 2.
  executor().launch(kernels::weighted_carry_arguments{
      base_, reinterpret_cast<const double*>(transformed_.data()), weighted_.data(),
      0.5 / static_cast<double>(base_.digits), subtrahend, measured_.data()});
}

gpu_bigint mersenne_square::residue() const {
  const exec::operation scope("residue modulo a Mersenne number", base_.exponent);
  exec::depend_on(evidence_);
  const std::uint64_t p = base_.exponent, coefficients = p / 32 + 1, limbs = p / limb_bits + 1;
  const exec::buffer<std::int64_t> sums(executor(), coefficients);
  executor().launch(kernels::weighted_coefficients_arguments{base_, weighted_.data(), sums.data()});
  auto number = detail::number::make(engine_, limbs);
  number->set_negative(false);
  const ground::carry_chain chain(engine_->chains(), limbs, 1);
  executor().launch(kernels::normalize_arguments{sums.data(),
                                                 coefficients,
                                                 coefficients,
                                                 32,
                                                 number->limbs(),
                                                 limbs,
                                                 limbs,
                                                 chain.get(),
                                                 {nullptr, nullptr, nullptr}});

  return mersenne_reduced(detail::value_of(std::move(number)), p);
}

mersenne_square::rounding mersenne_square::measured() {
  kernels::verdict found;
  executor().download(&found, measured_.data(), sizeof found);
  executor().clear(measured_.data(), sizeof found);
  return {std::bit_cast<double>(found.distance << 32),
          found.distance < kernels::distrusted_distance && found.largest < kernels::distrusted_coefficient};
}

}  // namespace gbi::number_theory
