#include "src/plan/batch_plan.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "src/plan/route.hpp"

namespace gbi::plan {

batch_product_plan plan_batch_product(const tuning& tuned, batch_product_shape shape, algorithm asked) {
  shape.a = std::min(shape.a, shape.end);
  shape.b = std::min(shape.b, shape.end);
  batch_product_plan plan{};
  plan.how =
      choose_algorithm(asked, shape.a, shape.b, tuned, shape.elements, batch_layout::interleaved, shape.end);
  // The products of a batch are too short for exact transforms, so integers are multiplied directly.
  if (plan.how == algorithm::exact) plan.how = algorithm::schoolbook;
  if (plan.how == algorithm::schoolbook) {
    plan.team = choose_product_team(shape.a, shape.b, shape.end, shape.elements, tuned);
    return plan;
  }
  if (plan.how == algorithm::bytes) {
    plan.team = choose_byte_team(shape.a, shape.b);
    return plan;
  }
  plan.fft = choose_fft(shape.a, shape.b);
  if (plan.fft.shape.column_passes != 0)
    throw std::length_error("product of a batch of " + std::to_string(shape.a) + " and " +
                            std::to_string(shape.b) + " limbs: its transforms do not fit a block");
  return plan;
}

}  // namespace gbi::plan
