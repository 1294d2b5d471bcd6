/// \file
/// A batch of products by transforms: columns of both operands, rows of both with the pointwise product,
/// columns back, normalise. What fits a block is one launch without workspace.
#include "src/multiply/right_angle.hpp"

namespace gbi::products {

using kernels::complex;

std::size_t workspace_of_right_angle(const plan::fft_plan& plan) {
  return plan.shape.column_passes == 0 ? 0 : 2 * sizeof(complex<double>) * plan.shape.points;
}

void run_right_angle(detail::engine& engine, const product& what, const right_angle_run& how) {
  const right_angle_passes passes(engine, how.plan, how.open);
  if (how.plan.shape.column_passes == 0) return passes.multiply_in_block(what);
  // The coefficients take the place of the second operand's transform.
  const std::size_t transforms = passes.points() * what.batch;
  const exec::buffer<complex<double>> data(engine.executor(), 2 * transforms);
  complex<double>* const second = data.data() + transforms;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  const bool square = is_square(what);
  passes.forward({{passes.digits(what.a, how.seed[0]), passes.digits(what.b, how.seed[1])},
                  {passes.folded(what.a.count), passes.folded(what.b.count)},
                  what.batch},
                 square ? what.batch : 2 * what.batch, data.data(), how.recoded);
  passes.multiply_rows(data.data(), square ? nullptr : second, nullptr, what.batch, how.threads);
  passes.backward(data.data(), coefficients, what.batch, how.verdicts);
  passes.normalize(coefficients, 1, what.out, what.batch, what.sign);
}

}  // namespace gbi::products
