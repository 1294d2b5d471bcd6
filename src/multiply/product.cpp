#include "src/multiply/product.hpp"

#include <algorithm>
#include <utility>

#include "kernels/normalize/arguments.hpp"
#include "src/exec/buffer.hpp"
#include "src/ground/room.hpp"
#include "src/multiply/convolution.hpp"
#include "src/multiply/exact.hpp"
#include "src/multiply/moduli.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"

namespace gbi::products {

namespace {

void run_convolution(detail::engine& engine, const product& wanted, plan::convolution form) {
  switch (form) {
    case plan::convolution::in_block:
      return run_in_block(engine, wanted);
    case plan::convolution::by_limb:
      return run_by_limb(engine, wanted);
    case plan::convolution::in_tiles:
      return run_tiled(engine, wanted);
    default:
      return run_columns(engine, wanted);
  }
}

void run_transforms(detail::engine& engine, const product& wanted, const plan::product_plan& plan,
                    const spectrum* kept_b) {
  if (plan.moduli.factors > 0) {
    for (std::uint32_t g = 0; g < wanted.batch; ++g) run_moduli(engine, problems_of(wanted, g), plan);
  } else if (kept_b != nullptr || plan.transforms.pieces > 1) {
    for (std::uint32_t g = 0; g < wanted.batch; ++g) run_pieces(engine, problems_of(wanted, g), plan, kept_b);
  } else if (plan.transforms.fft.verified) {
    run_verified(engine, wanted, plan);
  } else {
    run_right_angle(engine, wanted, plan.transforms.fft, {.rows_by_many_threads = plan.rows_by_many_threads});
  }
}

void run_truncated(detail::engine& engine, const product& wanted, const plan::product_plan& plan) {
  const std::size_t whole = wanted.a.count + wanted.b.count;
  const exec::buffer<limb> memory(engine.executor(), whole * wanted.batch);
  product all = wanted;
  all.out = {memory.data(), whole, whole};
  run_transforms(engine, all, plan, nullptr);
  engine.executor().launch(
      kernels::shift_arguments{{memory.data(), whole, whole}, wanted.out, 0, nullptr, nullptr, wanted.batch});
}

void run_route(detail::engine& engine, const product& wanted, const plan::product_plan& plan,
               const spectrum* kept_b) {
  if (plan.how == algorithm::schoolbook) return run_convolution(engine, wanted, plan.form);
  if (plan.how == algorithm::bytes) return run_bytes(engine, wanted, plan.columns);
  if (plan.how == algorithm::exact) return run_exact(engine, wanted, plan.exact);
  if (plan.truncated) return run_truncated(engine, wanted, plan);
  run_transforms(engine, wanted, plan, kept_b);
}

/// A wrong product that is exact by its plan is not computed again on a GPU: a repair costs launches even if
/// it is not needed, at these lengths as much as half of the product.
void run_together(detail::engine& engine, const product& wanted, const plan::product_plan& plan,
                  const spectrum* kept_b) {
  if (!plan.checked) return run_route(engine, wanted, plan, kept_b);
  operation::run_checked(
      engine, relation_of(wanted),
      [&, kept = kept_b]() mutable { run_route(engine, wanted, plan, std::exchange(kept, nullptr)); },
      kept_b != nullptr ? kept_b->doubted : nullptr);
}

}  // namespace

product problems_of(product wanted, std::uint32_t g, std::uint32_t count) {
  wanted.a.limbs += g * wanted.a.stride;
  wanted.b.limbs += g * wanted.b.stride;
  wanted.out.limbs += g * wanted.out.stride;
  wanted.batch = count;
  return wanted;
}

void execute(detail::engine& engine, const plan::product_plan& plan, const product& wanted,
             const spectrum* kept_b) {
  product needed = wanted;
  needed.a.count = std::min(wanted.a.count, wanted.out.count);
  needed.b.count = std::min(wanted.b.count, wanted.out.count);
  for (std::uint32_t done = 0; done < wanted.batch; done += plan.at_once)
    run_together(engine, problems_of(needed, done, std::min(plan.at_once, wanted.batch - done)), plan,
                 kept_b);
}

void run(detail::engine& engine, const product& wanted, const plan::product_request& asked) {
  const plan::product_plan plan =
      plan::plan_product(engine.tuning(), engine.verifier().mode(), shape_of(wanted), asked);
  ground::require_room(engine.executor(), plan.workspace_bytes, [&] {
    return "workspace of a product of " + std::to_string(wanted.a.count) + " and " +
           std::to_string(wanted.b.count) + " limbs";
  });
  execute(engine, plan, wanted);
}

}  // namespace gbi::products
