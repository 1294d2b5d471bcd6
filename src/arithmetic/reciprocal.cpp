/// \file
/// Newton's iteration. With x = X / 2^(64 p) below t = 2^(64 n) / v, and w = p' + 1 leading limbs v' of v,
///
///     E = 2^(64 (p + w)) - v' X,    X' = X 2^(64 (p' - p)) + X e / 2^(64 (p + 1)),    e = E / 2^(64 p) - 16.
///
/// The limbs left out of v and of E make e too large by at most 3 where the quotient by 2^(64 p) is rounded
/// up, and by at most 2 where it is rounded down and 15 stands for 16. The columns left out of v' X make it
/// larger by less than 2^-12 (first_limb_of_sum). So e is too small by more than 12 units and at most 16. All
/// signs are known and nothing has to be compared: x' stays below t by at least 12 / 2^(64 (p' + 1)), so the
/// next e is not negative. The upper bound is t - x' <= t (1 - x v)^2 + 32 / 2^(64 (p' + 1)) + (1 + 2^-12) /
/// 2^(64 p'), with the 2^-12 for the columns left out of X e. A distance below 4 units of X gives less than 1
/// + 2^-12 + (16 + 32) / 2^64 units of X', if p' <= 2 p - 1.
///
/// For the first limbs, take w = p + 1 leading limbs v' of v. Then floor((2^(64 p) - 1) 2^(64 w) / v') is
/// below the reciprocal of v' by at least 1 and at most 3. That is more than the limbs left out of v change.
///
/// E is short because X already is a reciprocal, so E takes only a product modulo 2^(64 k) + 1 of its own
/// length.
#include "src/arithmetic/reciprocal.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "kernels/division/arguments.hpp"
#include "src/arithmetic/lengths.hpp"
#include "src/multiply/residual.hpp"
#include "src/number/column_sum.hpp"
#include "src/number/sum.hpp"

namespace gbi::arithmetic {

namespace {

using kernels::limb_span;
using kernels::limb_target;

limb_span leading(limb_span divisors, std::uint64_t limbs) {
  const std::uint64_t taken = std::min(limbs, divisors.count);
  return {divisors.limbs + (divisors.count - taken), taken, divisors.stride};
}

/// One step of the iteration.
struct refinement {
  limb_span v;            ///< w limbs, or all limbs of a shorter divisor
  limb_span x;            ///< p + 1 limbs
  limb_target sum;        ///< p' + 1 limbs
  std::uint64_t missing;  ///< low zero limbs that v omits
  std::uint32_t batch;

  std::uint64_t p() const { return x.count - 1; }
  /// Limbs of e.
  std::uint64_t correction() const { return sum.count + 1 - p(); }
};

/// Problem g of a batch.
refinement problem_of(refinement step, std::uint32_t g) {
  step.v.limbs += g * step.v.stride;
  step.x.limbs += g * step.x.stride;
  step.sum.limbs += g * step.sum.stride;
  step.batch = 1;
  return step;
}

/// Adds the product of x and e to x, which gives x'.
void add_correction(detail::engine& engine, const refinement& step, limb_span product) {
  numbers::queue_sum(engine, step.x, {product.limbs + step.x.count, step.correction(), product.stride},
                     step.sum, {.a_at = step.sum.count - step.x.count}, step.batch);
}

/// c - v' X, without the low zero limbs that v omits.
products::residual residual_of(const refinement& step, limb_span c, limb_target e) {
  return {.a = step.v,
          .b = step.x,
          .c = c,
          .out = {e.limbs + step.missing, step.sum.count + 1 - step.missing, 0}};
}

/// The shape of the residual, for planning.
plan::product_shape shape_of(const refinement& step) {
  return {step.v.count, step.x.count, step.sum.count + 1 - step.missing, step.batch};
}

/// Refines one problem with a transform that is only as long as E, whose limbs above the lowest p are e. The
/// same transform length fits the product with e, so x keeps its transform for that product. v omits at most
/// p limbs.
void refine_wrapped(detail::engine& engine, const refinement& step, const plan::residual_plan& plan,
                    const refinement_constants& of) {
  exec::executor& executor = engine.executor();
  const std::uint64_t p = step.p(), size_e = step.correction(), all = step.sum.count + 1;
  const exec::buffer<limb> left =
      step.missing == 0 ? exec::buffer<limb>(executor, all) : exec::cleared<limb>(executor, all);
  const exec::buffer<limb> product(executor, step.x.count + size_e);
  std::optional<products::spectrum> spectrum;
  const plan::planner planner = engine.planner();
  const auto shape = plan::product_shape::whole(size_e, step.x.count);
  if (planner.keeps_transforms(all) && plan::holds_product(plan.fft, shape))
    spectrum = products::transform_operand(engine, step.x, plan.fft);

  products::residual left_over =
      residual_of(step, of.power_less_fifteen(p + step.sum.count - step.missing, p - step.missing),
                  {left.data(), all, 0});
  left_over.kept_b = spectrum ? &*spectrum : nullptr;
  products::execute(engine, plan, left_over);
  const products::product last{.a = {left.data() + p, size_e, 0},
                               .b = step.x,
                               .out = {product.data(), product.size(), product.size()},
                               .kept_b = left_over.kept_b};
  if (spectrum)
    products::execute(engine, planner.in_pieces(shape, {plan.fft, size_e, 1}), last);
  else
    products::run(engine, last);
  add_correction(engine, step, {product.data(), product.size(), 0});
}

std::optional<plan::residual_plan> plan_of(detail::engine& engine, const refinement& step) {
  if (step.missing > step.p()) return {};
  return engine.planner().residual(shape_of(step));
}

/// Refines all problems with whole products; `offset` is -16.
void refine_whole(detail::engine& engine, const refinement& step, limb_span offset) {
  exec::executor& executor = engine.executor();
  const std::uint64_t p = step.p(), size_e = step.correction();
  const exec::buffer<limb> e(executor, step.batch * size_e);
  {
    // -E modulo 2^(64 (p + size_e)).
    const std::uint64_t size = p + size_e, missing = step.missing;
    const auto product = missing == 0 ? exec::buffer<limb>(executor, step.batch * size)
                                      : exec::cleared<limb>(executor, step.batch * size);
    products::run(engine, {.a = step.v,
                           .b = step.x,
                           .out = {product.data() + missing, size - missing, size},
                           .batch = step.batch});
    numbers::queue_sum(engine, offset, {product.data() + p, size_e, size}, {e.data(), size_e, size_e},
                       {.subtract = true}, step.batch);
  }
  const std::uint64_t size = step.x.count + size_e;
  const exec::buffer<limb> product(executor, step.batch * size);
  products::run(engine, {.a = step.x,
                         .b = {e.data(), size_e, size_e},
                         .out = {product.data(), size, size},
                         .batch = step.batch});
  add_correction(engine, step, {product.data(), size, size});
}

/// -value in two's complement.
void fill_with_minus(detail::engine& engine, limb value, limb_target out) {
  const exec::buffer<limb> word(engine.executor(), std::span<const limb>(&value, 1));
  numbers::queue_sum(engine, {nullptr, 0, 0}, {word.data(), 1, 0}, out, {.subtract = true});
}

/// Whether the step consists of two sums by columns. The first is the longer one: p by p' limbs without the
/// columns below p and above p'.
bool goes_by_columns(const refinement& step, const reciprocal_limits& limits) {
  const auto p = static_cast<double>(step.p());
  return step.missing <= step.p() && step.batch * p * p <= limits.column_sum_products;
}

/// Refines all problems, omitting the columns far below the limbs that are needed.
void refine_by_columns(detail::engine& engine, const refinement& step) {
  const std::uint64_t p = step.p(), size_e = step.correction();
  const exec::buffer<limb> e(engine.executor(), step.batch * size_e);
  numbers::run_column_sum(engine,
                          {.a = step.v,
                           .b = step.x,
                           .bias = 15,
                           .negated = true,
                           .skip = p - step.missing,
                           .out = {e.data(), size_e, size_e}},
                          step.batch);
  numbers::run_column_sum(engine,
                          {.a = {e.data(), size_e, size_e},
                           .b = step.x,
                           .c = step.x,
                           .c_at = step.sum.count,
                           .skip = p + 1,
                           .out = step.sum},
                          step.batch);
}

}  // namespace

refinement_constants::refinement_constants(detail::engine& engine, std::uint64_t longest)
    : longest_(longest), limbs_(engine.executor(), 2 * longest) {
  engine.executor().clear(limbs_.data(), longest * sizeof(limb));
  fill_with_minus(engine, 15, {limbs_.data() + longest, longest, 0});
}

reciprocal_limits limits_of(detail::engine& engine) {
  const plan::division_tuning& limits = engine.tuning().division;
  return {limits.reciprocal_limbs, limits.column_sum_limb_products};
}

limb_span growing_reciprocals::leading(std::uint64_t precision) const {
  return {limbs_.data() + (precision_ - precision), precision + 1, precision_ + 1};
}

limb_span growing_reciprocals::offset(std::uint64_t limbs) {
  constexpr std::uint64_t enough_for_short_steps = 8192;
  if (offset_.size() < limbs) {
    offset_ = exec::buffer<limb>(engine_.executor(),
                                 std::min(longest_ + 1, std::max(limbs, enough_for_short_steps)));
    fill_with_minus(engine_, 16, {offset_.data(), offset_.size(), 0});
  }
  return {offset_.data(), limbs, 0};
}

void growing_reciprocals::begin(limb_span divisors, std::uint64_t precision) {
  exec::executor& executor = engine_.executor();
  const std::vector<std::uint64_t> precisions = growing_lengths(precision, limits_.block_limbs, 1);
  precision_ = precisions.front();
  const std::uint64_t limbs = precision_ + 1;
  limbs_ = exec::buffer<limb>(executor, batch_ * limbs);
  executor.launch(kernels::reciprocal_arguments{divisors, {limbs_.data(), limbs, limbs}, batch_});
  for (std::size_t i = 1; i < precisions.size(); ++i) refine(divisors, precisions[i]);
}

void growing_reciprocals::refine(limb_span divisors, std::uint64_t precision) {
  const limb_span v = arithmetic::leading(divisors, precision + 1);
  const std::uint64_t limbs = precision + 1;
  exec::buffer<limb> refined(engine_.executor(), batch_ * limbs);
  const refinement step{v, leading(precision_), {refined.data(), limbs, limbs}, limbs - v.count, batch_};
  if (goes_by_columns(step, limits_)) {
    refine_by_columns(engine_, step);
  } else if (const auto plan = plan_of(engine_, step)) {
    if (!constants_) constants_.emplace(engine_, longest_ + 1);
    for (std::uint32_t g = 0; g < batch_; ++g)
      refine_wrapped(engine_, problem_of(step, g), *plan, *constants_);
  } else {
    refine_whole(engine_, step, offset(step.correction()));
  }
  limbs_ = std::move(refined);
  precision_ = precision;
}

exec::buffer<limb> reciprocals(detail::engine& engine, limb_span divisors, std::uint32_t batch,
                               std::uint64_t precision) {
  growing_reciprocals result(engine, batch, precision);
  result.begin(divisors, precision);
  return std::move(result).limbs();
}

}  // namespace gbi::arithmetic
