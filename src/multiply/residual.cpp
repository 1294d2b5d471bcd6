#include "src/multiply/residual.hpp"

#include <algorithm>

#include "src/ground/carry_chain.hpp"
#include "src/multiply/convolution.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"

namespace gbi::products {

namespace {

using kernels::limb_span;

product product_of(const residual& what, kernels::limb_target out) {
  return {.a = what.a, .b = what.b, .out = out};
}

/// c - a b from the product modulo 2^(64 modulus) + 1, or from the product itself.
void subtract_wrapped(detail::engine& engine, const residual& what, limb_span product, std::uint64_t modulus,
                      const kernels::gate& open) {
  const ground::carry_chain chain(engine.chains(), what.out.count, 1);
  engine.executor().launch(
      kernels::residual_arguments{what.c, product, what.out, modulus, chain.get(), open});
}

/// By one transform, through `memory` of its modulus, which `multiply` fills.
template <class Multiply>
void run_modular(detail::engine& engine, const residual& what, const plan::fft_plan& plan,
                 const kernels::gate& open, Multiply&& multiply) {
  const std::uint64_t modulus = plan::modulus_limbs(plan);
  const exec::buffer<limb> memory(engine.executor(), modulus + 1);
  multiply(product_of(what, {memory.data(), memory.size(), memory.size()}));
  subtract_wrapped(engine, what, {memory.data(), memory.size(), 0}, modulus, open);
}

void run_attempt(detail::engine& engine, const residual& what, const plan::residual_plan& plan,
                 const spectrum* kept_b, kernels::verdict* verdict) {
  run_modular(engine, what, plan.fft, {}, [&](const product& wrapped) {
    if (kept_b == nullptr)
      return run_right_angle(engine, wrapped, plan.fft,
                             {.verdicts = verdict, .rows_by_many_threads = plan.rows_by_many_threads});
    attempt_pieces(engine, wrapped,
                   {.how = algorithm::fft,
                    .transforms = {plan.fft, what.a.count, 1},
                    .rows_by_many_threads = plan.rows_by_many_threads},
                   *kept_b, verdict);
  });
}

/// Again by proven digits.
void repair_by_transform(detail::engine& engine, const residual& what, const plan::fft_plan& proven,
                         const kernels::gate& open) {
  run_modular(engine, what, proven, open,
              [&](const product& wrapped) { run_right_angle(engine, wrapped, proven, {.open = open}); });
}

/// Again by the convolution in integers, as long as what is left.
void repair_by_columns(detail::engine& engine, const residual& what, const kernels::gate& open) {
  const std::size_t limbs = what.out.count;
  const exec::buffer<limb> memory(engine.executor(), limbs);
  product low = product_of(what, {memory.data(), limbs, limbs});
  low.a.count = std::min(low.a.count, limbs);
  low.b.count = std::min(low.b.count, limbs);
  run_columns(engine, low, open);
  subtract_wrapped(engine, what, {memory.data(), limbs, 0}, 0, open);
}

void run_one(detail::engine& engine, const residual& what, const plan::residual_plan& plan,
             const spectrum* kept_b) {
  if (!plan.fft.verified) return run_attempt(engine, what, plan, kept_b, nullptr);
  correction again;
  if (plan.check.again == plan::repair::by_columns)
    again = [&](const kernels::gate& open) { repair_by_columns(engine, what, open); };
  if (plan.check.again == plan::repair::by_transform)
    again = [&](const kernels::gate& open) { repair_by_transform(engine, what, plan.check.proven, open); };
  run_checked(
      engine, {what.a, what.b, what.c, {what.out.limbs, what.out.count, what.out.stride}}, plan.check,
      [&](kernels::verdict* verdict) { run_attempt(engine, what, plan, kept_b, verdict); }, again);
}

/// Problem g of a batch.
residual problem_of(residual what, std::uint32_t g) {
  what.a.limbs += g * what.a.stride;
  what.b.limbs += g * what.b.stride;
  what.c.limbs += g * what.c.stride;
  what.out.limbs += g * what.out.stride;
  what.batch = 1;
  return what;
}

}  // namespace

plan::product_shape shape_of(const residual& what) {
  return {what.a.count, what.b.count, what.out.count, what.batch, is_square(product_of(what, {}))};
}

void execute(detail::engine& engine, const plan::residual_plan& plan, const residual& what,
             const spectrum* kept_b) {
  for (std::uint32_t g = 0; g < what.batch; ++g) run_one(engine, problem_of(what, g), plan, kept_b);
}

void run_whole(detail::engine& engine, const residual& what) {
  exec::executor& executor = engine.executor();
  const std::size_t whole = what.a.count + what.b.count;
  // A product that is verified is computed whole; of others the lower limbs are enough.
  const bool verified = plan::verifies(engine.tuning(), engine.verifier().mode(), what.a.count, what.b.count);
  const std::size_t limbs = verified ? whole : std::min(whole, what.out.count);
  const exec::buffer<limb> memory(executor, limbs * what.batch);
  run(engine, {.a = what.a, .b = what.b, .out = {memory.data(), limbs, limbs}, .batch = what.batch});
  const ground::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(kernels::add_arguments{
      what.c, {memory.data(), limbs, limbs}, what.out, {.subtract = true}, chain.get(), what.batch});
}

void run_residual(detail::engine& engine, const residual& what) {
  if (const auto plan = plan::plan_residual(engine.tuning(), engine.verifier().mode(), shape_of(what)))
    execute(engine, *plan, what);
  else
    run_whole(engine, what);
}

}  // namespace gbi::products
