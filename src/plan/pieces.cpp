#include "src/plan/pieces.hpp"

#include <algorithm>
#include <limits>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"

namespace gbi::plan {

namespace {

// The estimated cost, per limb, of adding two numbers into one, and of writing both of them before.
constexpr double sum_of_limb = 4;
// Cutting shorter transforms saves less than the launches that it adds.
constexpr std::uint64_t shortest_whole = std::uint64_t{1} << 20;

fft_plan whole_plan(std::size_t limbs_a, std::size_t limbs_b, bool verified) {
  return verified ? choose_verified_fft(limbs_a, limbs_b, false) : choose_fft(limbs_a, limbs_b);
}

std::size_t ceiling(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// The plan with the longest pieces that a transform of this shape can multiply by the other operand. It has
/// 0 pieces if the transform is too short for that operand.
piece_plan longest_pieces(const fft_shape& shape, std::size_t limbs_cut, std::size_t limbs_kept,
                          bool verified) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t kept = digits_of(limbs_kept, bits), all = 2 * shape.points;
    if (kept + 1 >= all) continue;
    const auto longest = static_cast<std::size_t>((all - kept - 1) * static_cast<std::uint64_t>(bits) / 64);
    const std::size_t fits = std::min(longest, limbs_cut);
    if (fits == 0 || (fits < limbs_kept && ceiling(limbs_cut, fits) > 2)) continue;
    const bool good = verified ? is_trusted(shape.points, bits, digits_of(fits, bits), kept, false)
                               : is_exact(shape, bits, digits_of(fits, bits), kept);
    if (!good) continue;
    const std::size_t piece = ceiling(limbs_cut, ceiling(limbs_cut, fits));
    return {{shape, bits, verified}, piece, static_cast<std::uint32_t>(ceiling(limbs_cut, piece))};
  }
  return {};
}

/// The cheapest plan that cuts the operand, if it is cheaper than `cost` or if the whole transform has more
/// than `longest` points.
template <class Cost>
std::optional<piece_plan> best_cut(std::size_t limbs_cut, std::size_t limbs_kept, bool verified,
                                   const fft_plan& whole, std::uint64_t longest, double cost,
                                   Cost&& cost_of) {
  std::optional<piece_plan> best;
  if (whole.shape.points < shortest_whole) return best;
  if (whole.shape.points > longest) cost = std::numeric_limits<double>::max();
  for (const fft_shape& shape : fft_shapes()) {
    if (shape.points >= whole.shape.points) break;
    if (shape.column_passes == 0) continue;
    const piece_plan candidate = longest_pieces(shape, limbs_cut, limbs_kept, verified);
    if (candidate.pieces < 2 || cost_of(candidate) >= cost) continue;
    best = candidate;
    cost = cost_of(candidate);
  }
  return best;
}

}  // namespace

double cost_of_pieces(const piece_plan& plan, std::size_t limbs_kept, const tuning& tuned) {
  const double products = plan.pieces * cost_of_kept_product(plan.fft, tuned.passes);
  if (plan.pieces == 1) return products;
  return products + sum_of_limb * static_cast<double>(plan.piece * plan.pieces + limbs_kept) +
         tuned.product.cut_points;
}

piece_plan choose_kept(std::size_t limbs_cut, std::size_t limbs_kept, bool verified, const tuning& tuned) {
  const piece_plan whole{whole_plan(limbs_cut, limbs_kept, verified), limbs_cut, 1};
  const auto cost = [&](const piece_plan& plan) { return cost_of_pieces(plan, limbs_kept, tuned); };
  return best_cut(limbs_cut, limbs_kept, verified, whole.fft, tuned.product.longest_kept, cost(whole), cost)
      .value_or(whole);
}

std::optional<piece_plan> choose_pieces(std::size_t limbs_a, std::size_t limbs_b, bool verified,
                                        const tuning& tuned) {
  const std::size_t shorter = std::min(limbs_a, limbs_b), longer = std::max(limbs_a, limbs_b);
  if (digits_of(longer + shorter, widest_digit) < 2 * shortest_whole) return {};
  const fft_plan whole = whole_plan(longer, shorter, verified);
  constexpr double clearly = 0.9;
  return best_cut(longer, shorter, verified, whole, tuned.product.longest_whole,
                  clearly * cost_of_product(whole, tuned.passes), [&](const piece_plan& plan) {
                    return cost_of_pieces(plan, shorter, tuned) + cost_of_spectrum(plan.fft, tuned.passes);
                  });
}

}  // namespace gbi::plan
