#include "src/multiply/last_product.hpp"

#include <algorithm>
#include <stdexcept>

#include "src/number/room.hpp"
#include "src/plan/planner.hpp"
#include "src/process/concat.hpp"

namespace gbi::products {

void require_room(detail::engine& engine, const last_product& last, const std::string& name) {
  if (std::max(last.a, last.b) < shortest_asked) return;
  const std::uint64_t limbs = last.a + last.b;
  const std::string size = concat(name, " (a result of about ", limbs * limb_bits, " bits)");
  const plan::planner planner = engine.planner();
  const auto shape = plan::product_shape::whole(last.a, last.b, last.square);
  if (!planner.is_feasible(shape))
    throw std::length_error(name + ": the result is longer than the longest product");
  const plan::planned_product plan = planner.product(shape);
  const std::uint64_t held = limbs + last.a + (last.square ? 0 : last.b) + last.others;
  numbers::require_memory(engine.executor(), held * sizeof(limb) + plan.workspace_bytes, size);
}

}  // namespace gbi::products
