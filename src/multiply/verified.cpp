#include "src/multiply/verified.hpp"

#include "src/multiply/convolution.hpp"
#include "src/multiply/right_angle.hpp"

namespace gbi::products {

relation relation_of(const product& wanted) {
  return {.a = wanted.a,
          .b = wanted.b,
          .sum = {wanted.out.limbs, wanted.out.count, wanted.out.stride},
          .batch = wanted.batch,
          .signs = {wanted.sign.a, wanted.sign.b, wanted.sign.result, nullptr}};
}

void run_corrected(detail::engine& engine, const product& wanted, const plan::check_plan& check,
                   const computation& first, const faults::suspect_flag& suspect) {
  const auto by_columns = [&](const kernels::repair_gate& repair) {
    repair_by_columns(engine, wanted, repair);
  };
  const auto by_transform = [&](const kernels::repair_gate& repair) {
    run_right_angle(engine, wanted, check.proven, {.repair = repair});
  };
  correction again;  // refers to one of them
  if (check.again == plan::repair::by_columns) again = by_columns;
  if (check.again == plan::repair::by_transform) again = by_transform;
  run_corrected(engine, relation_of(wanted), check, first, again, suspect);
}

void compute(detail::engine& engine, const product& wanted,
             const plan::routes::by_verified_transforms& route) {
  run_corrected(engine, wanted, route.check, [&, attempts = 0](kernels::verdict* verdicts) mutable {
    run_right_angle(engine, wanted, attempts++ == 0 ? route.fft : route.second,
                    {.verdicts = verdicts, .rows_by_many_threads = route.rows_by_many_threads});
  });
}

}  // namespace gbi::products
