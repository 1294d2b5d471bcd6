#include "src/plan/pieces.hpp"

#include <algorithm>
#include <limits>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"

namespace gbi::plan {

namespace {

// The estimated cost, per limb, of adding two numbers into one, and of writing both of them before.
constexpr double sum_of_limb = 4;
// Cutting shorter transforms saves less than the launches that it adds.
constexpr std::uint64_t shortest_whole = std::uint64_t{1} << 20;

std::size_t ceiling(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// The plan with the longest pieces of a that a transform of this shape can multiply by b. It has
/// 0 pieces if the transform is too short for b.
piece_plan longest_pieces(const fft_shape& shape, const product_shape& wanted, bool verified) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t digits_b = digits_of(wanted.b, bits), all = 2 * shape.points;
    if (digits_b + 1 >= all) continue;
    const auto longest =
        static_cast<std::size_t>((all - digits_b - 1) * static_cast<std::uint64_t>(bits) / 64);
    const std::size_t fits = std::min(longest, wanted.a);
    if (fits == 0 || (fits < wanted.b && ceiling(wanted.a, fits) > 2)) continue;
    const bool good = verified ? is_trusted(shape.points, bits, digits_of(fits, bits), digits_b, false)
                               : is_exact(shape, bits, digits_of(fits, bits), digits_b);
    if (!good) continue;
    const std::size_t piece = ceiling(wanted.a, ceiling(wanted.a, fits));
    return {{shape, bits, verified}, piece, static_cast<std::uint32_t>(ceiling(wanted.a, piece))};
  }
  return {};
}

/// The cheapest plan that cuts a, if it is cheaper than `cost` or if the whole transform has more
/// than `longest` points.
template <class Cost>
std::optional<piece_plan> best_cut(std::span<const fft_shape> shapes, const product_shape& wanted,
                                   bool verified, const fft_plan& whole, std::uint64_t longest, double cost,
                                   Cost&& cost_of) {
  std::optional<piece_plan> best;
  if (whole.shape.points < shortest_whole) return best;
  if (whole.shape.points > longest) cost = std::numeric_limits<double>::max();
  for (const fft_shape& shape : shapes) {
    if (shape.points >= whole.shape.points) break;
    if (shape.column_passes == 0) continue;
    const piece_plan candidate = longest_pieces(shape, wanted, verified);
    if (candidate.pieces < 2 || cost_of(candidate) >= cost) continue;
    best = candidate;
    cost = cost_of(candidate);
  }
  return best;
}

}  // namespace

double planner::cost_of(const piece_plan& plan, std::size_t limbs_kept) const {
  const double products = plan.pieces * cost_of_kept_product(plan.fft, tuned().passes);
  if (plan.pieces == 1) return products;
  return products + sum_of_limb * static_cast<double>(plan.piece * plan.pieces + limbs_kept) +
         tuned().product.cut_points;
}

piece_plan planner::kept_pieces(const product_shape& shape) const {
  const piece_plan whole{transform(shape), shape.a, 1};
  const auto cost = [&](const piece_plan& plan) { return cost_of(plan, shape.b); };
  return best_cut(shapes(), shape, verifies(shape), whole.fft, tuned().product.longest_kept, cost(whole),
                  cost)
      .value_or(whole);
}

std::optional<piece_plan> planner::pieces(const product_shape& shape) const {
  if (digits_of(shape.total(), widest_digit) < 2 * shortest_whole) return {};
  const auto cut = product_shape::whole(shape.longer(), shape.shorter());
  const fft_plan whole = transform(cut);
  constexpr double clearly = 0.9;
  return best_cut(shapes(), cut, verifies(cut), whole, tuned().product.longest_whole,
                  clearly * cost_of_product(whole, tuned().passes), [&](const piece_plan& plan) {
                    return cost_of(plan, cut.b) + cost_of_spectrum(plan.fft, tuned().passes);
                  });
}

}  // namespace gbi::plan
