/// \file
/// A batch of products by transforms: columns of both operands, rows of both with the pointwise product,
/// columns back, normalise. What fits a block is one kernel and the normalisation.
#include "src/multiply/right_angle.hpp"

namespace gbi::products {

using kernels::complex;

std::size_t workspace_of_right_angle(const plan::fft_plan& plan) {
  return (plan.shape.column_passes == 0 ? 1 : 2) * sizeof(complex<double>) * plan.shape.points;
}

void run_right_angle(detail::engine& engine, const product& what, const right_angle_run& how) {
  const right_angle_passes passes(engine, how.plan, how.open);
  // The coefficients take the place of the second operand's transform, or are all there is.
  const exec::buffer<complex<double>> data(
      engine.executor(), workspace_of_right_angle(how.plan) / sizeof(complex<double>) * what.batch);
  complex<double>* const second = data.data() + data.size() - passes.points() * what.batch;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  if (how.plan.shape.column_passes == 0) {
    passes.multiply_in_block(what, coefficients);
  } else {
    const bool square = is_square(what);
    passes.forward({{passes.digits(what.a, how.seed[0]), passes.digits(what.b, how.seed[1])},
                    {passes.folded(what.a), passes.folded(what.b)},
                    what.batch},
                   square ? what.batch : 2 * what.batch, data.data(), how.recoded);
    passes.multiply_rows(data.data(), square ? nullptr : second, nullptr, what.batch);
    passes.backward(data.data(), coefficients, what.batch, how.verdicts);
  }
  passes.normalize(coefficients, 1, what.out, what.batch, what.sign);
}

}  // namespace gbi::products
