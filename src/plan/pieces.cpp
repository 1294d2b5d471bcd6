#include "src/plan/pieces.hpp"

#include <algorithm>
#include <limits>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"

namespace gbi::plan {

namespace {

// Shorter transforms take as long as one block of each launch, however few blocks there are.
constexpr std::uint64_t shortest_whole = std::uint64_t{1} << 15;
// The problems of a batch are cut one after the other, so their transforms should fill a device by
// themselves.
constexpr std::uint64_t shortest_of_batch = std::uint64_t{1} << 20;
// Whole transforms have both operands' digits in every pass but the last ones. That costs less than the limbs
// that pieces of comparable operands repeat.
constexpr std::size_t least_ratio = 4;
// Longer transforms repeat fewer limbs of the shorter operand, but from here on that saves no more than 3 %.
constexpr std::uint64_t enough_digits = 32;

std::size_t ceiling(std::size_t a, std::size_t b) {
  return (a + b - 1) / b;
}

/// Cuts a into as few pieces of at most `longest` limbs as possible, if it can be cut.
std::optional<piece_plan> cut_evenly(const fft_plan& fft, const product_shape& wanted, std::size_t longest) {
  if (longest >= wanted.a) return piece_plan{fft, wanted.a, 1};
  const std::size_t whole = longest - longest % static_cast<std::size_t>(fft.digit_bits);
  if (whole == 0) return {};
  const std::size_t pieces = ceiling(wanted.a, whole);
  const std::size_t even = ceiling(wanted.a, pieces);
  const piece_plan cut = cut_into(fft, wanted.a, pieces > 2 ? std::max(even, wanted.b + 1) : even);
  return cut.piece <= whole ? std::optional(cut) : std::nullopt;
}

/// The plan with the longest pieces of a that a transform of this shape can multiply by b. It has
/// 0 pieces if the transform is too short for b, as it then is for narrower digits.
piece_plan longest_pieces(const fft_shape& shape, const product_shape& wanted, bool verified) {
  for (int bits = widest_digit; bits > 0; --bits) {
    const std::uint64_t digits_b = digits_of(wanted.b, bits), all = 2 * shape.points;
    if (digits_b + 1 >= all) return {};
    const std::size_t longest =
        static_cast<std::size_t>((all - digits_b - 1) * static_cast<std::uint64_t>(bits) / 64);
    const std::optional<piece_plan> cut = cut_evenly({shape, bits, verified}, wanted, longest);
    if (!cut) return {};
    const std::uint64_t digits = digits_of(std::min(cut->piece, wanted.a), bits);
    const bool good = verified ? is_trusted(shape.points, bits, digits, digits_b, false)
                               : is_exact(shape, bits, digits, digits_b);
    if (good) return *cut;
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
  if (whole.shape.points > longest)
    cost = std::numeric_limits<double>::max();
  else if (whole.shape.points < (wanted.batch > 1 ? shortest_of_batch : shortest_whole))
    return best;
  const std::uint64_t enough = enough_digits * digits_of(wanted.b, widest_digit);
  for (const fft_shape& shape : shapes) {
    if (shape.points >= whole.shape.points || (best && shape.points > enough)) break;
    if (shape.column_passes == 0) continue;
    const piece_plan candidate = longest_pieces(shape, wanted, verified);
    if (candidate.pieces < 2 || cost_of(candidate) >= cost) continue;
    best = candidate;
    cost = cost_of(candidate);
  }
  return best;
}

}  // namespace

double planner::cost_with_transform(const piece_plan& plan) const {
  return plan.pieces * cost_of_kept_product(plan.fft, tuned().passes) +
         cost_of_spectrum(plan.fft, tuned().passes) + tuned().product.cut_points;
}

double planner::cost_with_columns(const piece_plan& plan) const {
  return plan.pieces * cost_of_product_with_columns(plan.fft, tuned().passes) +
         cost_of_columns(plan.fft, tuned().passes);
}

double planner::cost_of(const piece_plan& plan) const {
  return std::min(cost_with_transform(plan), cost_with_columns(plan));
}

piece_plan planner::kept_pieces(const product_shape& shape) const {
  const piece_plan whole{transform(shape), shape.a, 1};
  const auto cost = [&](const piece_plan& plan) {
    return plan.pieces * cost_of_kept_product(plan.fft, tuned().passes);
  };
  if (const auto cut = best_cut(shapes(), shape, verifies(shape), whole.fft, tuned().product.longest_kept,
                                cost(whole), cost))
    return *cut;
  return {fastest_transform(shape), shape.a, 1};
}

std::optional<piece_plan> planner::pieces(const product_shape& shape) const {
  // Digits are wider in all products that fit.
  constexpr int narrowest = 16;
  const bool may_be_long = digits_of(shape.total(), narrowest) >= tuned().product.longest_whole;
  if (shape.longer() < least_ratio * shape.shorter() && !may_be_long) return {};
  if (digits_of(shape.total(), widest_digit) < 2 * shortest_whole) return {};
  product_shape cut = product_shape::whole(shape.longer(), shape.shorter());
  cut.batch = shape.batch;
  const fft_plan whole = transform(cut);
  constexpr double clearly = 0.9;
  return best_cut(shapes(), cut, verifies(cut), whole, tuned().product.longest_whole,
                  clearly * cost_of_product(whole, tuned().passes),
                  [&](const piece_plan& plan) { return cost_of(plan); });
}

}  // namespace gbi::plan
