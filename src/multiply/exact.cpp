#include "src/multiply/exact.hpp"

#include <stdexcept>

#include "kernels/word/odd_roots.hpp"
#include "src/blocks/passes.hpp"
#include "src/number/carry_chain.hpp"
#include "src/plan/exact_plan.hpp"
#include "src/process/concat.hpp"

namespace gbi::products {

namespace {

using kernels::complex, kernels::direction, kernels::m31, kernels::m61;

/// The coefficients of a batch of products in GF(p^2).
/// \param data memory for both operands' transforms
template <class Field>
void convolve(detail::engine& engine, const product& wanted, const plan::fft_shape& shape,
              complex<Field>* data, std::uint64_t* lower, std::uint32_t* upper) {
  const bool square = is_square(wanted);
  const transforms::passes<Field> passes(engine, shape, wanted.batch);
  complex<Field>* const second = data + shape.points * wanted.batch;
  const kernels::strided<complex<Field>> all{data, shape.points};
  const auto digits = [](const kernels::limb_span& x) {
    return kernels::digit_source{x.limbs, x.count, x.stride, plan::exact_digit_bits};
  };
  const auto folded = [&](const kernels::limb_span& x) { return 2 * x.count > shape.points; };
  const std::uint32_t operands = square ? 1 : 2;
  passes.launch_columns(0, all,
                        kernels::words_in<Field>{{{digits(wanted.a), digits(wanted.b), {}},
                                                  {folded(wanted.a), folded(wanted.b), false},
                                                  {0, wanted.batch, 2 * wanted.batch}}},
                        operands);
  for (int pass = 1; pass < shape.column_passes; ++pass)
    passes.launch_columns(pass, all, direction::forward, operands);
  engine.executor().launch(kernels::row_product_arguments_of<Field>{.a = data,
                                                                    .b = square ? nullptr : second,
                                                                    .points = shape.points,
                                                                    .roots = passes.roots(),
                                                                    .repair = {},
                                                                    .row = shape.row,
                                                                    .batch = wanted.batch});
  for (int pass = shape.column_passes - 1; pass > 0; --pass)
    passes.launch_columns(pass, all, direction::backward);
  passes.launch_columns(
      0, all,
      kernels::residues_out<Field>{
          lower, upper, kernels::inverse(Field{static_cast<decltype(Field::value)>(shape.points)})});
}

}  // namespace

exact_coefficients::exact_coefficients(detail::engine& engine, const product& wanted,
                                       const plan::fft_shape& shape)
    : transforms_(shape.points * wanted.batch),
      data_(engine.executor(), 2 * transforms_),
      upper_(engine.executor(), 2 * transforms_) {
  // The coefficients reuse the memory of the second operand's transform.
  auto* const lower = reinterpret_cast<std::uint64_t*>(data_.data() + transforms_);
  convolve(engine, wanted, shape, reinterpret_cast<complex<m31>*>(data_.data()), nullptr, upper_.data());
  convolve(engine, wanted, shape, data_.data(), lower, upper_.data());
}

const std::uint64_t* exact_coefficients::lower() const {
  return reinterpret_cast<const std::uint64_t*>(data_.data() + transforms_);
}

void compute(detail::engine& engine, const product& wanted, const plan::routes::by_integers& route) {
  const plan::fft_shape& shape = route.shape;
  const std::uint64_t digits = 2 * (wanted.a.count + wanted.b.count);
  if (digits > 2 * shape.points)
    throw std::logic_error(concat("exact product of ", digits, " digits in a transform of ", shape.points,
                                  " points: it would wrap around"));
  const exact_coefficients found(engine, wanted, shape);
  const numbers::carry_chain chain(engine.chains(), wanted.out.count, wanted.batch);
  engine.executor().launch(
      kernels::normalize_arguments{.coefficients = reinterpret_cast<const std::int64_t*>(found.lower()),
                                   .coefficient_count = 2 * shape.points,
                                   .coefficient_stride = 2 * shape.points,
                                   .digit_bits = plan::exact_digit_bits,
                                   .limbs = wanted.out.limbs,
                                   .limb_count = wanted.out.count,
                                   .limb_stride = wanted.out.stride,
                                   .chain = chain.get(),
                                   .sign = wanted.sign,
                                   .batch = wanted.batch,
                                   .upper = reinterpret_cast<const std::int32_t*>(found.upper())});
}

}  // namespace gbi::products
