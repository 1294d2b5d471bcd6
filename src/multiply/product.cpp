#include "src/multiply/product.hpp"

#include <algorithm>
#include <variant>

#include "kernels/normalize/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/multiply/convolution.hpp"
#include "src/multiply/exact.hpp"
#include "src/multiply/fermat.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/room.hpp"

namespace gbi::products {

namespace {

void compute_route(detail::engine& engine, const product& wanted, const plan::route& route) {
  std::visit([&](const auto& chosen) { compute(engine, wanted, chosen); }, route);
}

/// Computes the whole product, then copies its lower limbs.
void compute_truncated(detail::engine& engine, const product& wanted, const plan::route& route) {
  const std::size_t whole = wanted.a.count + wanted.b.count;
  const exec::buffer<limb> memory(engine.executor(), whole * wanted.batch);
  product all = wanted;
  all.out = {memory.data(), whole, whole};
  compute_route(engine, all, route);
  engine.executor().launch(
      kernels::shift_arguments{{memory.data(), whole, whole}, wanted.out, 0, nullptr, nullptr, wanted.batch});
}

void compute_planned(detail::engine& engine, const product& wanted, const plan::planned_product& plan) {
  if (plan.truncated) return compute_truncated(engine, wanted, plan.route);
  compute_route(engine, wanted, plan.route);
}

/// A wrong product that is exact by its plan is not computed again on a GPU: a repair costs launches even if
/// it is not needed, at these lengths as much as half of the product.
void compute_checked(detail::engine& engine, product wanted, const plan::planned_product& plan) {
  const faults::suspect_flag suspect = wanted.kept_b != nullptr ? wanted.kept_b->suspect : nullptr;
  const auto once = [&] {
    compute_planned(engine, wanted, plan);
    wanted.kept_b = nullptr;  // the spectrum itself may be wrong
  };
  operation::run_checked(engine, relation_of(wanted), once, suspect);
}

/// Plans a product. Short ones fit in any case, and need not ask how much memory is left.
plan::planned_product plan_within_memory(detail::engine& engine, const plan::product_shape& shape,
                                         const plan::product_request& asked) {
  const plan::planner planner = engine.planner();
  plan::planned_product plan = planner.product(shape, asked);
  if (asked.whole || !planner.takes_much(plan)) return plan;
  return planner.within(std::move(plan), shape, numbers::memory_left(engine));
}

}  // namespace

product problems_of(product wanted, std::uint32_t g, std::uint32_t count) {
  wanted.a.limbs += g * wanted.a.stride;
  wanted.b.limbs += g * wanted.b.stride;
  wanted.out.limbs += g * wanted.out.stride;
  wanted.batch = count;
  return wanted;
}

void execute(detail::engine& engine, const plan::planned_product& plan, const product& wanted) {
  product needed = wanted;
  needed.a.count = std::min(wanted.a.count, wanted.out.count);
  needed.b.count = std::min(wanted.b.count, wanted.out.count);
  for (std::uint32_t done = 0; done < wanted.batch; done += plan.at_once) {
    const product together = problems_of(needed, done, std::min(plan.at_once, wanted.batch - done));
    if (plan.checked)
      compute_checked(engine, together, plan);
    else
      compute_planned(engine, together, plan);
  }
}

void run(detail::engine& engine, const product& wanted, const plan::product_request& asked) {
  const plan::product_shape shape = shape_of(wanted);
  const plan::planned_product plan = plan_within_memory(engine, shape, asked);
  numbers::require_room(engine.executor(), plan.workspace_bytes,
                        [&] { return "workspace of a " + shape.name(); });
  execute(engine, plan, wanted);
}

}  // namespace gbi::products
