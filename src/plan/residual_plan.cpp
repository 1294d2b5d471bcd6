#include "src/plan/residual_plan.hpp"

#include <algorithm>

#include "src/plan/error_bound.hpp"
#include "src/plan/fft_plan.hpp"

namespace gbi::plan {

namespace {

/// Limbs of the shortest modulus. It must be one limb longer than the residual, and long enough for either
/// operand.
std::size_t shortest_modulus(const product_shape& shape) {
  return std::max({shape.out + 1, shape.a, shape.b});
}

}  // namespace

std::optional<fft_plan> find_wrapped(std::size_t limbs_a, std::size_t limbs_b, std::size_t least_limbs,
                                     bool verified, bool square) {
  for (const fft_shape& shape : fft_shapes()) {
    if (shape.column_passes == 0) continue;
    const auto widest = [&](auto&& is_good) {
      const auto fits = [&](int bits, std::uint64_t a, std::uint64_t b) {
        return std::max(a, b) <= 2 * shape.points &&
               2 * shape.points * static_cast<std::uint64_t>(bits) >= 64 * least_limbs;
      };
      return widest_digits(limbs_a, limbs_b, fits, is_good);
    };
    const int proven =
        widest([&](int bits, std::uint64_t a, std::uint64_t b) { return is_exact(shape, bits, a, b); });
    if (proven > 0) return fft_plan{shape, proven};
    if (!verified) continue;
    const int trusted = widest([&](int bits, std::uint64_t a, std::uint64_t b) {
      return is_trusted(shape.points, bits, a, b, square);
    });
    if (trusted > 0) return fft_plan{shape, trusted, true};
  }
  return {};
}

residual_plan plan_residual_by(const tuning& tuned, verification mode, const product_shape& shape,
                               const fft_plan& transform) {
  residual_plan plan{
      .fft = transform, .check = {}, .rows_by_many_threads = has_few_rows(tuned, transform, 1)};
  if (!transform.verified) return plan;
  plan.check = plan_check(tuned, mode, shape.a, shape.b);
  if (plan.check.again == repair::by_columns) return plan;
  const auto proven = find_wrapped(shape.a, shape.b, shortest_modulus(shape), false, shape.square);
  plan.check.again = proven ? repair::by_transform : repair::by_attempt;
  if (proven) plan.check.proven = *proven;
  return plan;
}

std::optional<residual_plan> plan_residual(const tuning& tuned, verification mode,
                                           const product_shape& shape) {
  // Problems that run one after the other have separate launches.
  const std::size_t enough =
      shape.batch == 1 ? tuned.product.wrapped_limbs : 16 * tuned.product.wrapped_limbs;
  const std::size_t shortest = shortest_modulus(shape), whole = shape.a + shape.b;
  if (shape.out < enough || 5 * shortest > 4 * whole) return {};
  if (!prefers_transforms(shape.a, shape.b, tuned)) return {};
  const auto transform =
      find_wrapped(shape.a, shape.b, shortest, verifies(tuned, mode, shape.a, shape.b), shape.square);
  if (!transform) return {};
  return plan_residual_by(tuned, mode, shape, *transform);
}

std::optional<fft_plan> plan_shared_factor(const tuning& tuned, const product_shape& shape,
                                           std::size_t least_limbs, bool is_checked) {
  if (!prefers_transforms(shape.a, shape.b, tuned, shape.batch)) return {};
  if (transforms_fit_block(shape.a, shape.b)) return {};
  return find_wrapped(shape.a, shape.b, least_limbs, is_checked, false);
}

bool keeps_transforms(const tuning& tuned, std::size_t limbs_left) {
  return limbs_left >= tuned.product.kept_limbs;
}

}  // namespace gbi::plan
