#include "src/plan/residual_plan.hpp"

#include <algorithm>

#include "src/plan/error_bound.hpp"
#include "src/plan/fft_plan.hpp"
#include "src/plan/planner.hpp"

namespace gbi::plan {

namespace {

/// Limbs of the shortest modulus. It must be one limb longer than the residual, and long enough for either
/// operand.
std::size_t shortest_modulus(const product_shape& shape) {
  return std::max({shape.out + 1, shape.a, shape.b});
}

}  // namespace

std::optional<fft_plan> find_wrapped(const product_shape& wanted, std::size_t least_limbs, bool verified,
                                     std::span<const fft_shape> shapes) {
  for (const fft_shape& shape : shapes) {
    if (shape.column_passes == 0) continue;
    const auto widest = [&](auto&& is_good) {
      const auto fits = [&](int bits, std::uint64_t a, std::uint64_t b) {
        return std::max(a, b) <= 2 * shape.points &&
               2 * shape.points * static_cast<std::uint64_t>(bits) >= 64 * least_limbs;
      };
      return widest_digits(wanted, fits, is_good);
    };
    const int proven =
        widest([&](int bits, std::uint64_t a, std::uint64_t b) { return is_exact(shape, bits, a, b); });
    if (proven > 0) return fft_plan{shape, proven};
    if (!verified) continue;
    const int trusted = widest([&](int bits, std::uint64_t a, std::uint64_t b) {
      return is_trusted(shape.points, bits, a, b, wanted.square);
    });
    if (trusted > 0) return fft_plan{shape, trusted, true};
  }
  return {};
}

residual_plan planner::residual_by(const product_shape& shape, const fft_plan& transform) const {
  residual_plan plan{.fft = transform, .check = {}, .rows_by_many_threads = has_few_rows(transform, 1)};
  if (!transform.verified) return plan;
  plan.check = check(shape);
  if (plan.check.again == repair::by_columns) return plan;
  const auto proven = find_wrapped(shape, shortest_modulus(shape), false, shapes());
  plan.check.again = proven ? repair::by_transform : repair::by_attempt;
  if (proven) plan.check.proven = *proven;
  return plan;
}

std::optional<residual_plan> planner::residual(const product_shape& shape) const {
  // Problems that run one after the other have separate launches.
  const std::size_t enough = (shape.batch == 1 ? 1 : 16) * tuned().product.wrapped_limbs;
  const std::size_t shortest = shortest_modulus(shape);
  if (shape.out < enough || 5 * shortest > 4 * shape.total()) return {};
  if (!prefers_transforms(shape.single())) return {};
  const auto transform = find_wrapped(shape, shortest, verifies(shape), shapes());
  if (!transform) return {};
  return residual_by(shape, *transform);
}

std::optional<fft_plan> planner::shared_factor(const product_shape& shape, std::size_t least_limbs,
                                               bool is_checked) const {
  if (!prefers_transforms(shape) || transforms_fit_block(shape)) return {};
  return find_wrapped(shape, least_limbs, is_checked, shapes());
}

bool planner::keeps_transforms(std::size_t limbs_left) const {
  return limbs_left >= tuned().product.kept_limbs;
}

}  // namespace gbi::plan
