#include "src/multiply/right_angle.hpp"

#include "src/exec/buffer.hpp"
#include "src/multiply/right_angle_passes.hpp"

namespace gbi::products {

using kernels::complex;

void run_right_angle(detail::engine& engine, const product& wanted, const plan::fft_plan& plan,
                     const right_angle_run& how) {
  const right_angle_passes passes(engine, plan, how.open);
  if (plan.shape.column_passes == 0) return passes.multiply_in_block(wanted);
  // The coefficients reuse the memory of the second operand's transform.
  const std::size_t transforms = passes.points() * wanted.batch;
  const exec::buffer<complex<double>> data(engine.executor(), 2 * transforms);
  complex<double>* const second = data.data() + transforms;
  auto* const coefficients = reinterpret_cast<std::int64_t*>(second);
  const bool square = is_square(wanted);
  passes.forward({{passes.digits(wanted.a), passes.digits(wanted.b)},
                  {passes.folded(wanted.a.count), passes.folded(wanted.b.count)},
                  wanted.batch},
                 square ? wanted.batch : 2 * wanted.batch, data.data());
  passes.multiply_rows(data.data(), square ? nullptr : second, nullptr, wanted.batch,
                       how.rows_by_many_threads);
  passes.backward(data.data(), coefficients, wanted.batch, how.verdicts);
  passes.normalize(coefficients, 1, wanted.out, wanted.batch, wanted.sign);
}

}  // namespace gbi::products
