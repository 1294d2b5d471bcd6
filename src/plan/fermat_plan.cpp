#include "src/plan/fermat_plan.hpp"

#include <algorithm>
#include <limits>

#include "src/plan/cost.hpp"
#include "src/plan/error_bound.hpp"
#include "src/plan/planner.hpp"

namespace gbi::plan {

namespace {

/// Whether the digits are trusted in all factors. Operands fill shorter moduli more than long ones.
bool are_trusted(const fft_shape& shape, std::uint32_t factors, int bits, const product_shape& wanted) {
  for (std::uint32_t j = 0; j < factors; ++j) {
    const std::uint64_t points = shape.points >> j, most = 2 * points;  // a remainder may fill the modulus
    if (!is_trusted(points, bits, std::min(digits_of(wanted.a, bits), most),
                    std::min(digits_of(wanted.b, bits), most), wanted.square))
      return false;
  }
  return true;
}

/// The widest digits for a first factor of this shape such that 2^(128 k) - 1 exceeds the product; 0 if the
/// shape is too short.
int digits_for(const fft_shape& shape, std::uint32_t factors, const product_shape& wanted) {
  constexpr int narrowest = 2;  // right_angle_passes::filling_digits needs two bits to choose a threshold
  for (int bits = widest_digit; bits >= narrowest; --bits) {
    if (shape.points * static_cast<std::uint64_t>(bits) / 16 < wanted.total()) return 0;
    if (are_trusted(shape, factors, bits, wanted)) return bits;
  }
  return 0;
}

bool is_shape(std::uint64_t points) {
  const auto shapes = fft_shapes();
  return std::any_of(shapes.begin(), shapes.end(), [points](const fft_shape& shape) {
    return shape.points == points && shape.column_passes > 0;
  });
}

/// Whether the transforms of all factors exist.
bool has_factors(std::uint64_t points, std::uint32_t factors) {
  if (factors == 0 || factors > 32 || points % (std::uint64_t{1} << (factors - 1)) != 0) return false;
  return is_shape(points >> (factors - 1));
}

/// The transform of the product modulo 2^(64 t) - 1. Its operands have a carry above their t limbs.
std::optional<fft_plan> tail_of(const fermat_plan& plan) {
  return find_verified_fft(product_shape::whole(plan.tail_limbs() + 1, plan.tail_limbs() + 1));
}

/// Visits every chain with that many factors, starting with the shortest.
template <class Visit>
void for_each_chain(const product_shape& wanted, std::uint32_t factors, Visit&& visit) {
  for (const fft_shape& shape : fft_shapes()) {
    if (shape.column_passes == 0 || !has_factors(shape.points, factors)) continue;
    const int bits = digits_for(shape, factors, wanted);
    if (bits == 0) continue;
    const fermat_plan chain{{shape, bits, true}, factors};
    if (tail_of(chain) && !visit(chain)) return;
  }
}

/// The cost in points, of 16 bytes each, of moving this many limbs in linear passes.
double points_of(double limbs) {
  return limbs * sizeof(std::uint64_t) / sizeof(kernels::complex<double>);
}

/// Whether the product of a factor takes the remainder of an operand of that size.
bool is_reduced(const fft_plan& factor, std::size_t limbs) {
  return digits_of(limbs, factor.digit_bits) > 2 * factor.shape.points;
}

/// The peak memory of a plan with these transforms, besides operands and result.
std::size_t workspace_of_pieces(const piece_plan& plan, const product_shape& wanted) {
  if (plan.pieces == 1) return workspace_of(plan.fft);
  const std::size_t spectrum = workspace_of(plan.fft) / 2;
  return workspace_of(plan.fft) + spectrum + sizeof(std::uint64_t) * (plan.piece + wanted.shorter());
}

}  // namespace

fft_plan fermat_plan::factor(std::uint32_t j) const {
  return {shape_of(first.shape.points >> j), first.digit_bits, first.verified};
}

std::optional<fermat_plan> find_fermat_moduli(const product_shape& wanted, std::uint32_t factors) {
  std::optional<fermat_plan> found;
  for_each_chain(wanted, factors, [&](const fermat_plan& plan) {
    found = plan;
    return false;
  });
  return found;
}

double planner::cost_of(const fermat_plan& plan, const product_shape& wanted) const {
  const auto sum = static_cast<double>(wanted.total());
  double cost = 0;
  for (std::uint32_t j = 0; j < plan.factors; ++j) {
    const fft_plan factor = plan.factor(j);
    const auto limbs = static_cast<double>(plan.limbs(j));
    double moved = 8 * limbs;  // a difference and a lift (kernels/fermat/lift.hpp)
    for (const std::size_t operand : {wanted.a, wanted.b}) {
      const double longest = j == 0 ? static_cast<double>(operand) : 2 * limbs;  // its remaining length
      const double pass = std::min(static_cast<double>(operand), longest) + limbs;
      if (is_reduced(factor, operand)) moved += pass;
      if (operand > plan.limbs(j)) moved += pass;
    }
    cost += cost_of_product(factor, tuned().passes) + points_of(moved) + tuned().product.cut_points;
  }
  const auto tail = static_cast<double>(plan.tail_limbs());
  // The remainder of the product, and the last step of the product.
  return cost + cost_of_product(tail_of(plan).value(), tuned().passes) + tuned().product.cut_points +
         points_of(2 * sum + 3 * tail);
}

product_shape tail_shape(const fermat_plan& plan, const product_shape& wanted) {
  const std::size_t most = plan.tail_limbs() + 1;
  return product_shape::whole(std::min(wanted.a, most), std::min(wanted.b, most), wanted.square);
}

std::size_t workspace_of(const fermat_plan& plan, const product_shape& wanted) {
  const std::size_t k = plan.limbs(0);
  // In addition to the transforms of one factor, memory holds the remainders of all factors so far, the
  // operands modulo the remaining factors, and the remainders of the operands.
  std::size_t most = 0, remainders = 0, operands = 0;
  const auto include = [&](std::size_t limbs, const fft_plan& transforms) {
    most = std::max(most, sizeof(std::uint64_t) * (remainders + operands + limbs) + workspace_of(transforms));
  };
  for (std::uint32_t j = 0; j < plan.factors; ++j) {
    const fft_plan factor = plan.factor(j);
    const std::size_t limbs = plan.limbs(j);
    remainders += limbs + 1;
    include((is_reduced(factor, wanted.a) ? limbs : 0) + (is_reduced(factor, wanted.b) ? limbs : 0), factor);
    operands = (wanted.a > limbs ? limbs + 1 : 0) + (wanted.b > limbs ? limbs + 1 : 0);
  }
  include(2 * (plan.tail_limbs() + 1), tail_of(plan).value());
  // The last lift holds the remainder, the difference, and the product. Earlier lifts hold less.
  return std::max(most, sizeof(std::uint64_t) * 4 * (k + 1));
}

std::optional<fermat_plan> planner::cheapest_fermat_moduli(const product_shape& wanted,
                                                           std::size_t most_bytes) const {
  std::optional<fermat_plan> best;
  double cost = 0;
  constexpr std::uint32_t most_factors = 8;  // beyond that, the remaining factor is below one percent
  for (std::uint32_t factors = 1; factors <= most_factors; ++factors) {
    int longer = 0;
    for_each_chain(wanted, factors, [&](const fermat_plan& plan) {
      const double candidate = cost_of(plan, wanted);
      const bool fits = workspace_of(plan, wanted) <= most_bytes;
      if (fits && (!best || candidate < cost)) {
        best = plan;
        cost = candidate;
      }
      constexpr int enough = 4;  // longer transforms may have fewer passes, or shorter rows
      return ++longer < enough;
    });
  }
  return best;
}

std::size_t planner::usable_memory() const {
  if (tuned().memory_bytes == 0) return std::numeric_limits<std::size_t>::max();
  return tuned().memory_bytes - tuned().memory_bytes / 32;  // tables and the pool take some
}

planned_product planner::within(planned_product plan, const product_shape& shape, std::size_t left) const {
  const bool may_be_cut =
      plan.how() == algorithm::fft && !plan.truncated && shape.batch == 1 && verifies(shape);
  if (!may_be_cut || !takes_much(plan) || plan.workspace_bytes <= left) return plan;
  const auto chain = cheapest_fermat_moduli(shape, left);
  return chain ? by_fermat_moduli(shape, *chain) : plan;
}

std::optional<fermat_plan> planner::fermat_moduli_for_memory(const product_shape& wanted,
                                                             const piece_plan& otherwise) const {
  const std::size_t held = 2 * sizeof(std::uint64_t) * wanted.total();
  const std::size_t taken = workspace_of_pieces(otherwise, wanted);
  const std::size_t usable = usable_memory();
  if (held + taken <= usable) return {};
  if (held < usable)
    if (const auto chain = cheapest_fermat_moduli(wanted, usable - held)) return chain;
  return cheapest_fermat_moduli(wanted, taken - 1);
}

std::optional<fermat_plan> planner::moduli(const product_shape& wanted, const piece_plan& otherwise) const {
  if (const auto chain = fermat_moduli_for_memory(wanted, otherwise)) return chain;
  if (wanted.total() < tuned().product.moduli_limbs) return {};
  const auto chain = cheapest_fermat_moduli(wanted);
  const double cost =
      otherwise.pieces == 1 ? cost_of_product(otherwise.fft, tuned().passes) : cost_of(otherwise);
  constexpr double clearly = 0.95;
  return chain && cost_of(*chain, wanted) < clearly * cost ? chain : std::nullopt;
}

}  // namespace gbi::plan
