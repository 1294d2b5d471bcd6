/// \file
/// Products with their largest rounding error, which the last pass measures.
#pragma once

#include <bit>
#include <cmath>

#include "kernels/fft/digits.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/plan/error_bound.hpp"
#include "tests/support/inputs.hpp"

namespace gbi::test {

struct measured_product {
  limbs value;
  double error;    ///< the largest distance of a coefficient from an integer
  double largest;  ///< coefficient
};

/// The product by a transform with column passes.
/// \param recoded whether digits are recoded at random, instead of balanced
inline measured_product measure_product(detail::engine& engine, const limbs& a, const limbs& b,
                                        const plan::fft_plan& plan, bool recoded = false) {
  exec::executor& executor = engine.executor();
  const products::right_angle_passes first(engine, {plan.shape, plan.digit_bits, recoded}),
      measuring(engine, {plan.shape, plan.digit_bits, true});
  const exec::buffer<limb> x(executor, std::span<const limb>(a)), y(executor, std::span<const limb>(b)),
      out(executor, a.size() + b.size());
  const auto span_of = [](const exec::buffer<limb>& memory) {
    return kernels::limb_span{memory.data(), memory.size(), memory.size()};
  };
  const exec::buffer<kernels::complex<double>> data(executor, 2 * plan.shape.points);
  const auto verdicts = exec::cleared<kernels::verdict>(executor, 1);
  auto* const second = data.data() + plan.shape.points;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  const bool square = a == b && !recoded;
  first.forward({{first.digits(span_of(x)), first.digits(span_of(y))},
                 {first.folded(a.size()), first.folded(b.size())},
                 {0, 1, 2}},
                square ? 1 : 2, data.data());
  measuring.multiply_rows(data.data(), square ? nullptr : second, nullptr, 1, false);
  measuring.backward(data.data(), coefficients, 1, verdicts.data());
  measuring.normalize(coefficients, {out.data(), out.size(), out.size()}, 1);
  measured_product result{limbs(out.size()), 0, 0};
  executor.download(result.value.data(), out.data(), out.size() * sizeof(limb));
  kernels::verdict said{};
  executor.download(&said, verdicts.data(), sizeof said);
  // The verdict holds the upper halves of doubles.
  result.error = std::bit_cast<double>(said.distance << 32 | 0xffffffffu);
  result.largest = std::bit_cast<double>(said.largest << 32 | 0xffffffffu);
  return result;
}

/// |x| of the balanced digits.
inline double norm_of_digits(const limbs& x, int digit_bits) {
  const kernels::digit_source source{x.data(), x.size(), x.size(), static_cast<std::uint32_t>(digit_bits)};
  double sum = 0;
  for (std::uint64_t j = 0; j < plan::digits_of(x.size(), digit_bits); ++j) {
    const double digit = kernels::digit_of(source, 0, j);
    sum += digit * digit;
  }
  return std::sqrt(sum);
}

/// The bound of the error, K u |x| |y|.
inline double error_bound(const limbs& a, const limbs& b, const plan::fft_plan& plan) {
  return plan::error_constant(plan.shape) * 0x1p-53 * norm_of_digits(a, plan.digit_bits) *
         norm_of_digits(b, plan.digit_bits);
}

}  // namespace gbi::test
