#include "src/arithmetic/divide.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "src/arithmetic/reciprocal.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/carry_chain.hpp"
#include "src/number/column_sum.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

std::uint64_t quotient_limbs(std::uint64_t numerator, std::uint64_t divisor) {
  return numerator >= divisor ? numerator - divisor + 1 : 1;
}

void shift_left(exec::executor& executor, limb_span from, limb_target to, int bits, std::uint32_t batch) {
  executor.launch(kernels::shift_arguments{from, to, -std::int64_t{bits}, nullptr, nullptr, batch});
}

/// The block length that makes `batch` divisions by one divisor cheapest. With s steps of m = q / s limbs the
/// reciprocal costs 5/2 m and each quotient s (m + (m + n) / 2), so the minimum is at s^2 = 5 q / (n batch).
/// Long numbers cost 2.2 m and s (0.74 m + 0.37 n), so that 5.8 replaces 5. More than 8 steps save little,
/// and each step depends on the one before.
///
/// Short divisions spend their time on launches. A step takes four launches, and the longer reciprocal for a
/// single step takes at most two more. A single step computes 3/8 q^2 more limb products than two steps.
std::uint64_t cheapest_block(detail::engine& engine, std::uint64_t numerator, std::uint64_t divisor,
                             std::uint32_t batch) {
  const std::uint64_t q = quotient_limbs(numerator, divisor);
  const auto all = static_cast<double>(q), n = static_cast<double>(divisor);
  const reciprocal_limits limits = limits_of(engine);
  const bool reciprocal_is_short = q < limits.block_limbs || q + 2 <= 2 * divisor;
  if (reciprocal_is_short && batch * all * all <= limits.column_sum_products) return q;
  const double steps = std::sqrt(5.0 * all / n / static_cast<double>(batch));
  return ceiling(q, static_cast<std::uint64_t>(std::clamp(std::round(steps), 1.0, 8.0)));
}

/// One step: a quotient that is at most one too small, and the remainder of the window, which is less than
/// twice the divisor.
struct division_step {
  limb_span quotient, divisor, window;
  limb_target left;
  std::uint32_t batch;
};

products::residual remainder_of(const division_step& step) {
  return {.a = step.quotient,
          .b = step.divisor,
          .c = step.window,
          .out = {step.left.limbs, step.divisor.count + 1, step.left.stride},
          .batch = step.batch};
}

/// Computes the limbs of the estimate from `begin` on, which form the quotient. A sum by columns needs only
/// half of the limb products.
void estimate_quotient(detail::engine& engine, const products::product& estimate, std::uint64_t begin) {
  const auto limbs = static_cast<double>(estimate.a.count);
  if (estimate.batch * limbs * limbs > 2 * numbers::longest_column_sum(engine))
    return products::run(engine, estimate);
  const limb_target& out = estimate.out;
  numbers::run_upper_product(engine, estimate.a, estimate.b, begin,
                             {out.limbs + begin, out.count - begin, out.stride}, estimate.batch);
}

/// Subtracts a product of m by n limbs without the columns above the divisor. A warp distributes the chunks
/// of the shorter operand over its lanes, so few chunks and a long divisor would make many warps with idle
/// lanes.
void subtract_product(detail::engine& engine, const products::residual& left) {
  const auto m = static_cast<double>(left.a.count), n = static_cast<double>(left.b.count);
  constexpr std::uint64_t busy_warp_limbs = 64, many_limbs = 1 << 14;
  const bool has_idle_lanes =
      std::min(left.a.count, left.b.count) < busy_warp_limbs && left.batch * left.b.count > many_limbs;
  if (has_idle_lanes || left.batch * m * (n - std::min(m, n) / 2) > numbers::longest_column_sum(engine))
    return products::run_residual(engine, left);
  numbers::run_column_difference(engine, left.c, left.a, left.b, left.out, left.batch);
}

/// At most `limbs` limbs of the target, from `begin` on.
limb_target part_of(limb_target target, std::uint64_t begin, std::uint64_t limbs) {
  if (begin >= target.count) return {nullptr, 0, 0};
  return {target.limbs + begin, std::min(limbs, target.count - begin), target.stride};
}

}  // namespace

prepared_divisors::prepared_divisors(detail::engine& engine, limb_span divisors, int shift_bits,
                                     std::uint64_t block, std::uint32_t batch, transforms how)
    : limbs_(divisors.count),
      shift_(shift_bits),
      block_(block),
      shared_(batch == 1),
      memory_({{engine.executor(), batch * limbs_}, {}}) {
  memory_.make([&](buffers& made) {
    limb* const normalised = made.normalised.data();
    shift_left(engine.executor(), divisors, {normalised, limbs_, limbs_}, shift_, batch);
    made.reciprocals = arithmetic::reciprocals(engine, {normalised, limbs_, limbs_}, batch, block_ + 1);
    if (how == transforms::kept && batch == 1 && engine.planner().keeps_transforms(limbs_)) keep(engine);
  });
}

void prepared_divisors::keep(detail::engine& engine) {
  const limb_span x = reciprocals(block_ + 1), v = normalised();
  const plan::planner planner = engine.planner();
  const auto remainder = planner.residual(
      products::shape_of(remainder_of({{nullptr, block_, 0}, v, {nullptr, 0, 0}, {nullptr, 0, 0}, 1})));
  const auto shape = plan::product_shape::whole(block_ + 1, x.count);
  const plan::fft_plan transform = planner.fastest_transform(shape);
  if (!remainder || transform.shape.column_passes == 0) return;
  // Numbers and the workspace of one product need the rest.
  const std::size_t memory = engine.tuning().memory_bytes,
                    kept = sizeof(kernels::complex<double>) *
                           (transform.shape.points + remainder->fft.shape.points);
  if (memory != 0 && kept > memory / 4) return;
  kept_ = std::make_unique<products::kept_quotient>(
      engine, planner.in_pieces(shape, {transform, block_ + 1, 1}), *remainder, x, transform, v);
}

limb_span prepared_divisors::reciprocals(std::uint64_t precision) const {
  const std::uint64_t all = block_ + 2, taken = precision + 1;
  return {memory_.read().reciprocals.data() + (all - taken), taken, shared_ ? 0 : all};
}

void divide(detail::engine& engine, const division& task, const prepared_divisors& by) {
  exec::executor& executor = engine.executor();
  const std::uint32_t batch = task.batch;
  const std::uint64_t n = by.limbs(), q = quotient_limbs(task.numerators.count, n);
  const std::uint64_t steps = ceiling(q, by.block()), m = ceiling(q, steps);
  const auto* const kept = by.kept(m);
  const std::uint64_t precision = kept != nullptr ? by.block() + 1 : m + 1;
  const limb_span v = by.normalised(), x = by.reciprocals(precision);

  // The numerator, padded with zeros at the top, becomes the remainder, from the top down.
  const std::uint64_t all = n + steps * m;
  const exec::buffer<limb> partial(executor, batch * all);
  shift_left(executor, task.numerators, {partial.data(), all, all}, by.shift(), batch);
  const std::uint64_t all_estimated = m + 1 + x.count;
  const exec::buffer<limb> estimate(executor, batch * all_estimated);
  const exec::buffer<limb> found_left(executor, batch * (n + 1));
  const limb_target left{found_left.data(), n + 1, n + 1};

  for (std::uint64_t step = steps; step-- > 0;) {
    limb* const window = partial.data() + step * m;  // n + m limbs, below 2^(64 m) times the divisor
    const products::product estimated{.a = {window + n - 1, m + 1, all},
                                      .b = x,
                                      .out = {estimate.data(), all_estimated, all_estimated},
                                      .batch = batch};
    const limb_span quotient{estimate.data() + precision + 1, m, all_estimated};
    const products::residual difference = remainder_of({quotient, v, {window, n + m, all}, left, batch});
    if (kept != nullptr) {
      kept->run(engine, estimated, difference);
    } else {
      estimate_quotient(engine, estimated, precision + 1);
      subtract_product(engine, difference);
    }
    const bool last = step == 0;
    const auto shift = last ? static_cast<std::uint32_t>(by.shift()) : 0;
    settle_remainder(engine, {.candidate = {left.limbs, left.count, left.stride},
                              .divisor = v,
                              .shift = shift,
                              .divisor_shift = shift,
                              .out = last ? task.remainders : limb_target{window, n, all},
                              .signs = last ? task.signs : kernels::division_signs{},
                              .estimate = quotient,
                              .quotient = part_of(task.quotients, step * m, m),
                              .batch = batch});
  }
  if (const limb_target above = part_of(task.quotients, steps * m, task.quotients.count); above.count != 0)
    shift_left(executor, {nullptr, 0, 0}, above, 0, batch);
}

void settle_remainder(detail::engine& engine, kernels::remainder_arguments task) {
  using numbers::carry_chain;
  task.comparers =
      kernels::comparers_of(carry_chain::tiles_of(std::max(task.candidate.count, task.divisor.count)));
  task.quotient_tiles = task.quotient.count == 0 ? 0 : carry_chain::tiles_of(task.quotient.count);
  const carry_chain chain(
      carry_chain::tile_count{task.comparers + task.quotient_tiles + carry_chain::tiles_of(task.out.count)},
      engine.chains(), task.batch);
  task.chain = chain.get();
  engine.executor().launch(task);
}

bool divides_in_block(detail::engine& engine, const division& task, std::uint64_t divisor, bool prepared) {
  if (task.numerators.count > kernels::short_numerator_limbs || divisor > kernels::short_divisor_limbs)
    return false;
  // A prepared divisor saves two of the seven launches.
  const std::uint64_t longest = engine.tuning().division.block_quotient_limbs;
  return task.batch > 1 ||
         quotient_limbs(task.numerators.count, divisor) <= (prepared ? longest * 5 / 7 : longest);
}

void divide(detail::engine& engine, const division& task, limb_span divisor, limb top) {
  const std::uint64_t numerator = task.numerators.count;
  if (divides_in_block(engine, task, divisor.count, false)) return divide_short(engine, task, divisor);
  if (divisor.count == 1 && task.batch == 1) return divide_by_limb(engine, task, top);
  const std::uint64_t block = cheapest_block(engine, numerator, divisor.count, task.batch);
  const bool once = task.batch == 1 && block >= quotient_limbs(numerator, divisor.count);
  divide(engine, task,
         prepared_divisors(engine, divisor, std::countl_zero(top), block, 1,
                           once ? transforms::not_kept : transforms::kept));
}

void divide_short(detail::engine& engine, const division& task, limb_span divisors) {
  engine.executor().launch(kernels::short_division_arguments{task.numerators, divisors, task.quotients,
                                                             task.remainders, task.signs, task.batch});
}

}  // namespace gbi::arithmetic
