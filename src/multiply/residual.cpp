#include "src/multiply/residual.hpp"

#include <algorithm>

#include "src/arithmetic/chain.hpp"
#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"

namespace gbi::products {

namespace {

using kernels::limb_span;

/// Limbs of the shortest modulus: what is left is shorter by one, and it holds either operand.
std::size_t shortest_modulus(const residual& what) {
  return std::max({what.out.count + 1, what.a.count, what.b.count});
}

product product_of(const residual& what, kernels::limb_target out) {
  return {.a = what.a, .b = what.b, .out = out};
}

/// c - a b from the product modulo 2^(64 modulus) + 1, or from the product itself.
void subtract_wrapped(detail::engine& engine, const residual& what, limb_span product, std::uint64_t modulus,
                      const kernels::gate& open) {
  const arithmetic::carry_chain chain(engine.chains(), what.out.count, 1);
  engine.executor().launch(
      kernels::residual_arguments{what.c, product, what.out, modulus, chain.get(), open});
}

/// One transform with the digits of the plan. Behind a closed gate nothing happens.
void attempt(detail::engine& engine, const residual& what, const plan::fft_plan& plan, const spectrum* kept_b,
             kernels::verdict* verdict, const kernels::gate& open) {
  const std::uint64_t modulus = plan::modulus_limbs(plan);
  const exec::buffer<limb> memory(engine.executor(), modulus + 1);
  const product wrapped = product_of(what, {memory.data(), memory.size(), memory.size()});
  if (kept_b != nullptr)
    run_pieces(engine, wrapped, {plan, what.a.count, 1}, *kept_b, verdict);
  else
    run_right_angle(engine, wrapped,
                    {.plan = plan,
                     .verdicts = verdict,
                     .seed = {engine.verifier().seed(), engine.verifier().seed()},
                     .open = open});
  subtract_wrapped(engine, what, {memory.data(), memory.size(), 0}, modulus, open);
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

void run_one(detail::engine& engine, const residual& what, const plan::fft_plan& plan,
             const spectrum* kept_b) {
  if (!plan.verified) return attempt(engine, what, plan, kept_b, nullptr, {});
  const repair how = choose_repair(engine, product_of(what, {}));
  const auto proven = how == repair::by_columns
                          ? std::nullopt
                          : plan::find_wrapped(what.a.count, what.b.count, shortest_modulus(what), false,
                                               is_square(product_of(what, {})));
  std::function<void(const kernels::gate&)> again;
  if (how == repair::by_columns)
    again = [&](const kernels::gate& open) { repair_by_columns(engine, what, open); };
  else if (proven)
    again = [&](const kernels::gate& open) { attempt(engine, what, *proven, nullptr, nullptr, open); };
  run_checked(
      engine, {what.a, what.b, what.c, {what.out.limbs, what.out.count, what.out.stride}},
      [&](kernels::verdict* verdict) { attempt(engine, what, plan, kept_b, verdict, {}); }, again);
}

}  // namespace

residual problem_of(residual what, std::uint32_t g) {
  what.a.limbs += g * what.a.stride;
  what.b.limbs += g * what.b.stride;
  what.c.limbs += g * what.c.stride;
  what.out.limbs += g * what.out.stride;
  what.batch = 1;
  return what;
}

std::optional<plan::fft_plan> plan_residual(detail::engine& engine, const residual& what) {
  const plan::product_tuning& limits = engine.tuning().product;
  // Problems one after the other have launches of their own.
  const std::size_t enough = what.batch == 1 ? limits.wrapped_limbs : 16 * limits.wrapped_limbs;
  const std::size_t shortest = shortest_modulus(what), whole = what.a.count + what.b.count;
  if (what.out.count < enough || 5 * shortest > 4 * whole) return {};
  if (plan::choose_algorithm(algorithm::automatic, what.a.count, what.b.count, engine.tuning()) !=
      algorithm::fft)
    return {};
  return plan::find_wrapped(what.a.count, what.b.count, shortest,
                            verifies(engine, what.a.count, what.b.count), is_square(product_of(what, {})));
}

bool keeps_transforms(detail::engine& engine, std::size_t limbs_left) {
  return limbs_left >= engine.tuning().product.kept_limbs;
}

void run_wrapped(detail::engine& engine, const residual& what, const plan::fft_plan& plan,
                 const spectrum* kept_b) {
  for (std::uint32_t g = 0; g < what.batch; ++g) run_one(engine, problem_of(what, g), plan, kept_b);
}

void run_whole(detail::engine& engine, const residual& what) {
  exec::executor& executor = engine.executor();
  const std::size_t whole = what.a.count + what.b.count;
  // A product that is verified is computed whole; of others the lower limbs are enough.
  const std::size_t limbs =
      verifies(engine, what.a.count, what.b.count) ? whole : std::min(whole, what.out.count);
  const exec::buffer<limb> memory(executor, limbs * what.batch);
  run(engine, {.a = what.a, .b = what.b, .out = {memory.data(), limbs, limbs}, .batch = what.batch});
  const arithmetic::carry_chain chain(engine.chains(), what.out.count, what.batch);
  executor.launch(kernels::add_arguments{
      what.c, {memory.data(), limbs, limbs}, what.out, {.subtract = true}, chain.get(), what.batch});
}

void run_residual(detail::engine& engine, const residual& what) {
  if (const auto plan = plan_residual(engine, what))
    run_wrapped(engine, what, *plan);
  else
    run_whole(engine, what);
}

}  // namespace gbi::products
