#include "src/multiply/right_angle.hpp"

#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle_passes.hpp"

namespace gbi::products {

using kernels::complex;

void run_right_angle(detail::engine& engine, const product& what, const plan::fft_plan& plan,
                     const right_angle_run& how) {
  const right_angle_passes passes(engine, plan, how.open);
  if (plan.shape.column_passes == 0) return passes.multiply_in_block(what);
  // The coefficients take the place of the second operand's transform.
  const std::size_t transforms = passes.points() * what.batch;
  const exec::buffer<complex<double>> data(engine.executor(), 2 * transforms);
  complex<double>* const second = data.data() + transforms;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  const bool square = is_square(what);
  passes.forward({{passes.digits(what.a), passes.digits(what.b)},
                  {passes.folded(what.a.count), passes.folded(what.b.count)},
                  what.batch},
                 square ? what.batch : 2 * what.batch, data.data());
  passes.multiply_rows(data.data(), square ? nullptr : second, nullptr, what.batch, how.rows_by_many_threads);
  passes.backward(data.data(), coefficients, what.batch, how.verdicts);
  passes.normalize(coefficients, 1, what.out, what.batch, what.sign);
}

}  // namespace gbi::products
