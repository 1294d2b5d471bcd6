#include "src/multiply/product.hpp"

#include <algorithm>

#include "src/exec/buffer.hpp"
#include "src/multiply/convolution.hpp"
#include "src/multiply/pieces.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"

namespace gbi::products {

namespace {

void run_convolution(detail::engine& engine, const product& what, plan::convolution form) {
  switch (form) {
    case plan::convolution::in_block:
      return run_in_block(engine, what);
    case plan::convolution::by_limb:
      return run_by_limb(engine, what);
    case plan::convolution::in_tiles:
      return run_tiled(engine, what);
    default:
      return run_columns(engine, what);
  }
}

void run_transforms(detail::engine& engine, const product& what, const plan::product_plan& plan,
                    const spectrum* kept_b) {
  if (kept_b != nullptr || plan.transforms.pieces > 1) {
    for (std::uint32_t g = 0; g < what.batch; ++g) run_pieces(engine, problems_of(what, g), plan, kept_b);
  } else if (plan.transforms.fft.verified) {
    run_verified(engine, what, plan);
  } else {
    run_right_angle(engine, what, plan.transforms.fft, {.rows_by_many_threads = plan.rows_by_many_threads});
  }
}

void run_truncated(detail::engine& engine, const product& what, const plan::product_plan& plan) {
  const std::size_t whole = what.a.count + what.b.count;
  const exec::buffer<limb> memory(engine.executor(), whole * what.batch);
  product all = what;
  all.out = {memory.data(), whole, whole};
  run_transforms(engine, all, plan, nullptr);
  engine.executor().launch(
      kernels::shift_arguments{{memory.data(), whole, whole}, what.out, 0, nullptr, nullptr, what.batch});
}

void run_together(detail::engine& engine, const product& what, const plan::product_plan& plan,
                  const spectrum* kept_b) {
  if (plan.how == algorithm::schoolbook) return run_convolution(engine, what, plan.form);
  if (plan.truncated) return run_truncated(engine, what, plan);
  run_transforms(engine, what, plan, kept_b);
}

}  // namespace

product problems_of(product what, std::uint32_t g, std::uint32_t count) {
  what.a.limbs += g * what.a.stride;
  what.b.limbs += g * what.b.stride;
  what.out.limbs += g * what.out.stride;
  what.batch = count;
  return what;
}

void execute(detail::engine& engine, const plan::product_plan& plan, const product& what,
             const spectrum* kept_b) {
  product needed = what;
  needed.a.count = std::min(what.a.count, what.out.count);
  needed.b.count = std::min(what.b.count, what.out.count);
  for (std::uint32_t done = 0; done < what.batch; done += plan.at_once)
    run_together(engine, problems_of(needed, done, std::min(plan.at_once, what.batch - done)), plan, kept_b);
}

void run(detail::engine& engine, const product& what, const plan::product_request& asked) {
  execute(engine, plan::plan_product(engine.tuning(), engine.verifier().mode(), shape_of(what), asked), what);
}

}  // namespace gbi::products
