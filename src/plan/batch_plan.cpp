#include "src/plan/batch_plan.hpp"

#include <algorithm>
#include <stdexcept>

#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"

namespace gbi::plan {

batch_product_plan planner::batch_product(product_shape shape, algorithm asked) const {
  shape.a = std::min(shape.a, shape.out);
  shape.b = std::min(shape.b, shape.out);
  if (asked == algorithm::exact)
    throw std::invalid_argument(concat("product of a batch of ", shape.a, " and ", shape.b,
                                       " limbs: batches have no algorithm::exact"));
  batch_product_plan plan{};
  plan.how = choose_algorithm(shape, asked, batch_layout::interleaved);
  // The products of a batch are too short for exact transforms, so a context that prefers them multiplies
  // integers directly.
  if (plan.how == algorithm::exact) plan.how = algorithm::schoolbook;
  if (plan.how == algorithm::schoolbook) {
    plan.team = choose_product_team(shape, tuned());
    return plan;
  }
  if (plan.how == algorithm::bytes) {
    plan.team = choose_byte_team(shape);
    return plan;
  }
  plan.fft = choose_fft(shape);
  if (plan.fft.shape.column_passes != 0)
    throw std::length_error(concat("product of a batch of ", shape.a, " and ", shape.b,
                                   " limbs: its transforms do not fit a block"));
  return plan;
}

}  // namespace gbi::plan
