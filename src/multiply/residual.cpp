#include "src/multiply/residual.hpp"

#include <algorithm>
#include <utility>

#include "src/multiply/right_angle.hpp"
#include "src/multiply/verified.hpp"
#include "src/number/carry_chain.hpp"
#include "src/number/column_sum.hpp"
#include "src/number/sum.hpp"

namespace gbi::products {

namespace {

using kernels::limb_span;

product product_of(const residual& wanted, kernels::limb_target out) {
  return {.a = wanted.a, .b = wanted.b, .out = out};
}

/// Computes c - a b from the product modulo 2^(64 modulus) + 1.
void subtract_wrapped(detail::engine& engine, const residual& wanted, limb_span product,
                      std::uint64_t modulus, const kernels::repair_gate& repair) {
  const numbers::carry_chain chain(engine.chains(), wanted.out.count, 1);
  engine.executor().launch(
      kernels::residual_arguments{wanted.c, product, wanted.out, modulus, chain.get(), repair});
}

/// Computes the residual with one transform: `multiply` fills memory with the product modulo 2^(64 k) + 1.
template <class Multiply>
void run_modular(detail::engine& engine, const residual& wanted, const plan::fft_plan& plan,
                 const kernels::repair_gate& repair, Multiply&& multiply) {
  const std::uint64_t modulus = plan::modulus_limbs(plan);
  const exec::buffer<limb> memory(engine.executor(), modulus + 1);
  multiply(product_of(wanted, {memory.data(), memory.size(), memory.size()}));
  subtract_wrapped(engine, wanted, {memory.data(), memory.size(), 0}, modulus, repair);
}

void try_residual(detail::engine& engine, const residual& wanted, const plan::residual_plan& plan,
                  const spectrum* kept_b, kernels::verdict* verdict) {
  run_modular(engine, wanted, plan.fft, {}, [&](const product& wrapped) {
    if (kept_b == nullptr)
      return run_right_angle(engine, wrapped, plan.fft,
                             {.verdicts = verdict, .rows_by_many_threads = plan.rows_by_many_threads});
    try_pieces(engine, wrapped,
               {.cut = {plan.fft, wanted.a.count, 1},
                .at_once = 1,
                .rows_by_many_threads = plan.rows_by_many_threads,
                .check = {}},
               kept_b, verdict);
  });
}

/// Computes the residual again with proven digits.
void repair_by_transform(detail::engine& engine, const residual& wanted, const plan::fft_plan& proven,
                         const kernels::repair_gate& repair) {
  run_modular(engine, wanted, proven, repair,
              [&](const product& wrapped) { run_right_angle(engine, wrapped, proven, {.repair = repair}); });
}

/// Computes the residual again with the integer convolution, truncated to the limbs of the residual.
void repair_by_columns(detail::engine& engine, const residual& wanted, const kernels::repair_gate& repair) {
  kernels::column_sum_arguments again{
      .a = wanted.a, .b = wanted.b, .c = wanted.c, .negated = true, .out = wanted.out, .repair = repair};
  again.a.count = std::min(again.a.count, again.out.count);
  again.b.count = std::min(again.b.count, again.out.count);
  numbers::run_column_sum(engine, again, 1);
}

void run_one(detail::engine& engine, const residual& wanted, const plan::residual_plan& plan) {
  const spectrum* const kept_b = wanted.kept_b;
  if (!plan.fft.verified) return try_residual(engine, wanted, plan, kept_b, nullptr);
  const auto by_columns = [&](const kernels::repair_gate& repair) {
    repair_by_columns(engine, wanted, repair);
  };
  const auto by_transform = [&](const kernels::repair_gate& repair) {
    repair_by_transform(engine, wanted, plan.check.proven, repair);
  };
  correction again;  // refers to one of them
  if (plan.check.again == plan::repair::by_columns) again = by_columns;
  if (plan.check.again == plan::repair::by_transform) again = by_transform;
  bool is_first = true;
  const auto once = [&](kernels::verdict* verdict) {
    // The spectrum itself may be wrong, so another attempt does not use it.
    try_residual(engine, wanted, plan, std::exchange(is_first, false) ? kept_b : nullptr, verdict);
  };
  run_corrected(engine,
                {.a = wanted.a,
                 .b = wanted.b,
                 .sum = wanted.c,
                 .rest = {wanted.out.limbs, wanted.out.count, wanted.out.stride}},
                plan.check, once, again, kept_b != nullptr ? kept_b->suspect : nullptr);
}

/// Problem g of a batch, as a batch of one.
residual problem_of(residual wanted, std::uint32_t g) {
  wanted.a.limbs += g * wanted.a.stride;
  wanted.b.limbs += g * wanted.b.stride;
  wanted.c.limbs += g * wanted.c.stride;
  wanted.out.limbs += g * wanted.out.stride;
  wanted.batch = 1;
  return wanted;
}

}  // namespace

plan::product_shape shape_of(const residual& wanted) {
  return {wanted.a.count, wanted.b.count, wanted.out.count, wanted.batch, is_square(product_of(wanted, {}))};
}

void execute(detail::engine& engine, const plan::residual_plan& plan, const residual& wanted) {
  for (std::uint32_t g = 0; g < wanted.batch; ++g) run_one(engine, problem_of(wanted, g), plan);
}

void run_whole(detail::engine& engine, const residual& wanted) {
  exec::executor& executor = engine.executor();
  const std::size_t whole = wanted.a.count + wanted.b.count;
  // A verified product must be computed whole; otherwise the lower limbs are enough.
  const bool verified = engine.planner().verifies(shape_of(wanted));
  const std::size_t limbs = verified ? whole : std::min(whole, wanted.out.count);
  const exec::buffer<limb> memory(executor, limbs * wanted.batch);
  run(engine, {.a = wanted.a, .b = wanted.b, .out = {memory.data(), limbs, limbs}, .batch = wanted.batch});
  numbers::queue_sum(engine, wanted.c, {memory.data(), limbs, limbs}, wanted.out, {.subtract = true},
                     wanted.batch);
}

void run_residual(detail::engine& engine, const residual& wanted) {
  if (const auto plan = engine.planner().residual(shape_of(wanted)))
    execute(engine, *plan, wanted);
  else
    run_whole(engine, wanted);
}

}  // namespace gbi::products
